/** Longest delay of a timer, nearly 25 days. */
const LONGEST_MS = 2 ** 31 - 1;

/** A time limit that stands still while the agent waits for a human. */
export class WorkTimer {
  private left: number;
  private startedAt = 0;
  private timer: NodeJS.Timeout | undefined;
  private waits = 0;
  private isOver = false;

  /** Calls `onLimit` once after `limitMs` milliseconds of work, unless stopped before. `now`: milliseconds, ascending. */
  constructor(
    limitMs: number,
    private readonly onLimit: () => void,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.left = limitMs;
    this.start();
  }

  /** Stands still until the returned function is called; several waits may overlap. */
  wait(): () => void {
    if (this.waits === 0) this.halt();
    this.waits += 1;
    let isWaiting = true;
    return () => {
      if (!isWaiting) return;
      isWaiting = false;
      this.waits -= 1;
      if (this.waits === 0) this.start();
    };
  }

  stop(): void {
    this.isOver = true;
    clearTimeout(this.timer);
  }

  private start(): void {
    if (this.isOver) return;
    this.startedAt = this.now();
    this.timer = setTimeout(
      () => {
        this.isOver = true;
        this.onLimit();
      },
      Math.min(this.left, LONGEST_MS),
    );
  }

  private halt(): void {
    clearTimeout(this.timer);
    this.left = Math.max(0, this.left - (this.now() - this.startedAt));
  }
}
