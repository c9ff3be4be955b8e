import type { Check } from '../../model/workspace/diagnosis';
import type { Clock } from '../../ports/clock';
import { StateError } from '../../ports/workspaceState';
import { quote, splitRemedy } from './findingText';
import { describeDuration } from '../../text/duration';

/** What a check comes to. */
export type Finding = Pick<Check, 'level' | 'found' | 'remedy' | 'fix'>;

/** A check that can be made. */
export interface PlannedCheck extends Pick<Check, 'id' | 'group' | 'title'> {
  /** Milliseconds after which nothing more is waited for. */
  readonly limitMs: number;
  /** Nothing else is looked at meanwhile: it may take the whole machine, and what others start may disturb it. */
  readonly alone?: true;
  /** Looks; what it started ends soon after `signal` aborts. */
  readonly find: (signal: AbortSignal) => Finding | Promise<Finding>;
}

/** Milliseconds for a look at files, or at a program that answers at once. */
export const SHORT_LIMIT_MS = 15_000;

type Ended = Finding | 'overdue' | 'interrupted';

/**
 * Makes one check. Never rejects and never takes longer than its limit: what throws or hangs is a
 * finding. Undefined when `signal` aborted before it was through.
 */
export async function runCheck(
  planned: PlannedCheck,
  { clock, signal }: { readonly clock: Pick<Clock, 'wait'>; readonly signal: AbortSignal },
): Promise<Check | undefined> {
  const { id, group, title, limitMs } = planned;
  const overdue = new AbortController();
  const ended = new AbortController();
  const looking = look(planned, AbortSignal.any([signal, overdue.signal]));
  const waiting = clock
    .wait(limitMs, AbortSignal.any([signal, ended.signal]))
    .then((): Ended => (signal.aborted ? 'interrupted' : 'overdue'));
  const first = await Promise.race([looking, waiting]);
  ended.abort();
  overdue.abort();
  if (first === 'interrupted' || signal.aborted) return undefined;
  return { id, group, title, ...(first === 'overdue' ? overdueFinding(limitMs) : first) };
}

async function look({ find }: PlannedCheck, signal: AbortSignal): Promise<Ended> {
  try {
    return await find(signal);
  } catch (error) {
    return errorFinding(error);
  }
}

function errorFinding(error: unknown): Finding {
  const message = error instanceof Error ? error.message : String(error);
  const fallback =
    'Try again; if it stays so, that is a mistake of Devs: report it with this line.';
  if (error instanceof StateError) return { level: 'problem', ...splitRemedy(message, fallback) };
  return {
    level: 'problem',
    found: `could not be looked at: ${quote(message)}`,
    remedy: fallback,
  };
}

function overdueFinding(limitMs: number): Finding {
  return {
    level: 'problem',
    found: `no answer within ${describeDuration(limitMs)}`,
    remedy: 'Look what keeps it: a network drive that is gone, a program that waits for an answer.',
  };
}
