import type { TaskWait } from '../../model/task/taskWait';
import type { Clock } from '../../ports/clock';
import type { RunObserver } from '../../ports/runObserver';

export interface RunSleepTools {
  readonly clock: Clock;
  readonly observer: Pick<RunObserver, 'onPhase'>;
}

export interface SleepRequest {
  /** Tasks that only a clock keeps from running, the first that may run again first; at least one. */
  readonly waits: readonly [TaskWait, ...TaskWait[]];
  /** Number of the newest turn that counts on the first of them; 0 for none. */
  readonly turn: number;
  /** Tasks that wait for a human meanwhile. */
  readonly needsHuman: readonly string[];
  /** Longest sleep in milliseconds; Infinity for no limit. */
  readonly msLeft: number;
}

/** The sleep of a run that has nothing to do before a clock. */
export class RunSleep {
  private asleep: AbortController | undefined;
  private reported = '';

  constructor(private readonly tools: RunSleepTools) {}

  isAsleep(): boolean {
    return this.asleep !== undefined;
  }

  /** Ends the sleep, so that the run chooses again; does nothing while awake. */
  wake(): void {
    this.asleep?.abort();
  }

  /** Sleeps until the first wait ends, the time is up or `wake` is called. */
  async sleep(request: SleepRequest): Promise<void> {
    const { clock } = this.tools;
    const [first] = request.waits;
    const asleep = new AbortController();
    // A listener of the sleep may end it.
    this.asleep = asleep;
    try {
      this.report(request);
      const leftMs = Date.parse(first.until) - clock.now().getTime();
      await clock.wait(Math.max(0, Math.min(leftMs, request.msLeft)), asleep.signal);
    } finally {
      this.asleep = undefined;
    }
  }

  /** Another sleep for the same reason is not reported again. */
  private report({ waits, turn, needsHuman }: SleepRequest): void {
    const [{ taskId, until, reason }] = waits;
    const asleep = {
      waits: waits.map((wait) => ({
        taskId: wait.taskId,
        until: wait.until,
        reason: wait.reason,
      })),
      needsHuman,
    };
    const key = JSON.stringify(asleep);
    if (key === this.reported) return;
    this.reported = key;
    this.tools.observer.onPhase({ taskId, turn, phase: 'waiting', until, reason, asleep });
  }
}
