import type { Clock } from '../../ports/clock';

/** Counts the time in which agents of a run wait for a human: it is nobody's working time. */
export class HumanWaits {
  private open = 0;
  private waited = 0;
  /** When the oldest of the open waits began. */
  private since = 0;

  constructor(private readonly clock: Pick<Clock, 'elapsed'>) {}

  /** A wait begins; the returned function ends it. Several may overlap. */
  begin(): () => void {
    if (this.open === 0) this.since = this.clock.elapsed();
    this.open += 1;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.open -= 1;
      if (this.open === 0) this.waited += this.clock.elapsed() - this.since;
    };
  }

  /** Milliseconds so far. */
  get ms(): number {
    return this.waited + (this.open === 0 ? 0 : this.clock.elapsed() - this.since);
  }
}
