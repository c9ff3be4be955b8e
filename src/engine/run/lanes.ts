import type { Clock } from '../../ports/clock';

/** What runs at once in a run: one attempt in each lane. */
export class Lanes {
  /** By task. */
  private readonly attempts = new Map<string, Promise<void>>();
  private failed: { readonly error: unknown } | undefined;
  private change = new AbortController();

  constructor(private readonly clock: Pick<Clock, 'wait'>) {}

  /** The tasks at which attempts are made, the longest running one first. */
  get tasks(): readonly string[] {
    return [...this.attempts.keys()];
  }

  /** What the first attempt failed with that failed; undefined while none has. */
  get failure(): { readonly error: unknown } | undefined {
    return this.failed;
  }

  /** Starts an attempt at a task. */
  start(taskId: string, attempt: () => Promise<void>): void {
    const ended = attempt()
      .catch((error: unknown) => void (this.failed ??= { error }))
      .finally(() => {
        this.attempts.delete(taskId);
        this.wake();
      });
    this.attempts.set(taskId, ended);
  }

  /** Ends the present `next`. */
  wake(): void {
    this.change.abort();
  }

  /** Resolves when an attempt ends, `wake` is called, or so many milliseconds have passed (Infinity: no limit). */
  async next(ms: number): Promise<void> {
    const { change } = this;
    const { signal } = change;
    if (!signal.aborted) {
      const changed = new Promise<void>((resolve) =>
        signal.addEventListener('abort', () => resolve(), { once: true }),
      );
      const late = ms === Infinity ? [] : [this.clock.wait(ms, signal)];
      await Promise.race([changed, ...late]);
    }
    change.abort();
    this.change = new AbortController();
  }

  /** Resolves when no attempt is made any more. */
  async settled(): Promise<void> {
    while (this.attempts.size > 0) await Promise.all(this.attempts.values());
  }
}
