import type { Check } from '../../model/workspace/diagnosis';
import type { Clock } from '../../ports/clock';
import { StateError } from '../../ports/workspaceState';
import { quote, splitRemedy } from './findingText';
import { describeDuration } from '../../text/describeDuration';

/** Result of a check. */
export type Finding = Pick<Check, 'level' | 'found' | 'remedy' | 'fix'>;

/** A check that can be run. */
export interface PlannedCheck extends Pick<Check, 'id' | 'group' | 'title'> {
  /** Time limit in milliseconds. */
  readonly limitMs: number;
  /** Runs alone: it may use the whole machine, and other checks may disturb it. */
  readonly alone?: true;
  /** Runs the check; its processes end soon after `signal` aborts. */
  readonly find: (signal: AbortSignal) => Finding | Promise<Finding>;
}

/** Time limit for reading files or for a fast program, in milliseconds. */
export const SHORT_LIMIT_MS = 15_000;

type Ended = Finding | 'overdue' | 'interrupted';

/**
 * Runs one check. Never rejects or exceeds its limit: an error or timeout is a finding. Undefined
 * if `signal` aborted first.
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
  const fallback = 'Try again; if it persists, this is a bug in Devs: report it with this line.';
  if (error instanceof StateError) return { level: 'problem', ...splitRemedy(message, fallback) };
  return {
    level: 'problem',
    found: `could not be checked: ${quote(message)}`,
    remedy: fallback,
  };
}

function overdueFinding(limitMs: number): Finding {
  return {
    level: 'problem',
    found: `no answer within ${describeDuration(limitMs)}`,
    remedy: 'Find out what blocks it: a missing network drive, or a program that waits for input.',
  };
}
