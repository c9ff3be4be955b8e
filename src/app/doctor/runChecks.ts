import type { Check } from '../../model/workspace/diagnosis';
import type { Clock } from '../../ports/clock';
import { runCheck, type PlannedCheck } from './plannedCheck';

/** Maximum number of concurrent checks. */
const AT_ONCE = 4;

/** Identifies a running check. */
export type NamedCheck = Pick<Check, 'id' | 'group' | 'title'>;

/** Receives progress of the checks. Must not throw. */
export interface DoctorObserver {
  /** Called when the set of running checks changes, in the order of the plan. */
  onRunning?(checks: readonly NamedCheck[]): void;
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
 * order of the plan, up to the first that an interruption left out. Never rejects.
 */
export async function runChecks(
  plan: readonly PlannedCheck[],
  making: RunChecksOptions,
): Promise<readonly Check[]> {
  const run = new CheckRun(plan, making);
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
  private readonly running = new Set<PlannedCheck>();
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
    this.running.add(planned);
    this.reportRunning();
    const check = await runCheck(planned, this.options);
    this.running.delete(planned);
    if (check === undefined) return;
    this.ended.set(planned, check);
    this.reportEnded();
    this.reportRunning();
  }

  private reportRunning(): void {
    const running = this.plan.filter((each) => this.running.has(each));
    this.options.observer.onRunning?.(
      running.map(({ id, group, title }) => ({ id, group, title })),
    );
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
