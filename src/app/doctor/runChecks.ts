import type { Check, RunningCheck } from '../../model/workspace/setupReport';
import type { Clock } from '../../ports/clock';
import { StateError } from '../../ports/workspaceState';
import { describeDuration } from '../../text/describeDuration';
import { quote, splitRemedy } from './findingText';

/** Result of a check. */
export type Finding = Pick<Check, 'level' | 'found' | 'remedy' | 'fix'>;

/** A check that can be run. */
export interface PlannedCheck extends Omit<RunningCheck, 'doing'> {
  /** Time limit in milliseconds; `SHORT_LIMIT_MS` by default. */
  readonly limitMs?: number;
  /** Runs alone: it may use the whole machine, and other checks may disturb it. */
  readonly alone?: true;
  /** Runs the check; its processes end soon after `signal` aborts. `tell`: what it waits for, as in `RunningCheck`. */
  readonly find: (signal: AbortSignal, tell: (doing: string) => void) => Finding | Promise<Finding>;
}

/** Time limit for reading files or for a fast program, in milliseconds. */
export const SHORT_LIMIT_MS = 15_000;

/** Maximum number of concurrent checks. */
const AT_ONCE = 4;

/** Receives progress of the checks. Must not throw. */
export interface DoctorObserver {
  /** Called when the set of running checks changes, in the order of the plan. */
  onRunning?(checks: readonly RunningCheck[]): void;
  /** Called when a check and all before it have ended, in the order of the plan. */
  onCheck?(check: Check): void;
}

export interface RunChecksOptions {
  readonly clock: Pick<Clock, 'wait'>;
  /** Aborting ends the checks soon. */
  readonly signal: AbortSignal;
  readonly observer: DoctorObserver;
}

/**
 * Runs checks concurrently, then those marked `alone` one after the other. Returns them in the
 * order of the plan, up to the first that an interruption left out. Never rejects; an error and an
 * exceeded time limit are findings.
 */
export async function runChecks(
  plan: readonly PlannedCheck[],
  options: RunChecksOptions,
): Promise<readonly Check[]> {
  const run = new CheckRun(plan, options);
  await run.runAll(
    plan.filter(({ alone }) => alone !== true),
    AT_ONCE,
  );
  await run.runAll(
    plan.filter(({ alone }) => alone === true),
    1,
  );
  return run.reported;
}

class CheckRun {
  /** Reported checks, in order. */
  readonly reported: Check[] = [];
  /** What each of them waits for, if it tells. */
  private readonly running = new Map<PlannedCheck, string | undefined>();
  private readonly ended = new Map<PlannedCheck, Check>();

  constructor(
    private readonly plan: readonly PlannedCheck[],
    private readonly options: RunChecksOptions,
  ) {}

  async runAll(planned: readonly PlannedCheck[], atOnce: number): Promise<void> {
    const left = planned.values();
    const work = async (): Promise<void> => {
      for (const each of left) {
        if (this.options.signal.aborted) return;
        await this.runOne(each);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
  }

  private async runOne(planned: PlannedCheck): Promise<void> {
    const run = (doing?: string): void => {
      this.running.set(planned, doing);
      this.reportRunning();
    };
    run();
    const finding = await findWithin(planned, this.options, (doing) => {
      if (this.running.has(planned)) run(doing);
    });
    this.running.delete(planned);
    if (finding === undefined) return;
    this.ended.set(planned, { ...nameOf(planned), ...finding });
    this.reportEnded();
    this.reportRunning();
  }

  private reportRunning(): void {
    const running = this.plan.filter((each) => this.running.has(each));
    const named = running.map((each): RunningCheck => {
      const doing = this.running.get(each);
      return { ...nameOf(each), ...(doing !== undefined && { doing }) };
    });
    this.options.observer.onRunning?.(named);
  }

  private reportEnded(): void {
    for (const planned of this.plan.slice(this.reported.length)) {
      const check = this.ended.get(planned);
      if (check === undefined) return;
      this.reported.push(check);
      this.options.observer.onCheck?.(check);
    }
  }
}

function nameOf({ id, group, title }: PlannedCheck): RunningCheck {
  return { id, group, title };
}

/** Undefined if `signal` aborted first. */
async function findWithin(
  { find, limitMs = SHORT_LIMIT_MS }: PlannedCheck,
  { clock, signal }: RunChecksOptions,
  tell: (doing: string) => void,
): Promise<Finding | undefined> {
  const ended = new AbortController();
  const stop = AbortSignal.any([signal, ended.signal]);
  const overdue = clock
    .wait(limitMs, stop)
    .then(() => (signal.aborted ? undefined : overdueFinding(limitMs)));
  const found = (async () => await find(stop, tell))().catch(errorFinding);
  const finding = await Promise.race([found, overdue]);
  ended.abort();
  return signal.aborted ? undefined : finding;
}

function errorFinding(error: unknown): Finding {
  const message = error instanceof Error ? error.message : String(error);
  const fallback =
    'Check again. If the same error appears, it is a bug in Devs: report it with the text of the error.';
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
    remedy:
      'Find out what blocks this check, such as a missing network drive or a program that waits for input.',
  };
}
