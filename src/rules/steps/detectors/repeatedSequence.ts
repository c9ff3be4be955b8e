import type { KnownResult, ObservedStep } from '../calls/observedStep';

/** Steps that are remembered; a round may be as long. */
const MAX_STEPS = 1_024;

/** Tells which steps in a row repeat earlier ones in a row, in the same order and with the same results. Of bounded memory. */
export class RepeatedSequence {
  private readonly results: KnownResult[] = [];
  private readonly numbers: number[] = [];
  /** Where the step stands that the last one repeats; -1 for nowhere. */
  private at = -1;
  private length = 0;

  /** Takes the next step in; how many repeat in a row with it, 0 where it repeats nothing. */
  add({ step, result }: ObservedStep, repeats: boolean): number {
    if (repeats && this.at >= 0 && this.results[this.at + 1] === result) {
      this.at += 1;
      this.length += 1;
    } else {
      this.at = repeats ? this.results.lastIndexOf(result) : -1;
      this.length = this.at >= 0 ? 1 : 0;
    }
    this.results.push(result);
    this.numbers.push(step.number);
    if (this.results.length > 2 * MAX_STEPS) this.dropOldest();
    return this.length;
  }

  /** Numbers of the steps that repeat in a row now, and of those that they repeat; ascending, `most` at most of each. */
  evidence(most: number): readonly number[] {
    const length = Math.min(this.length, most);
    const earlier = this.numbers.slice(Math.max(0, this.at + 1 - length), this.at + 1);
    return [...new Set([...earlier, ...this.numbers.slice(this.numbers.length - length)])];
  }

  private dropOldest(): void {
    this.results.splice(0, MAX_STEPS);
    this.numbers.splice(0, MAX_STEPS);
    this.at = Math.max(-1, this.at - MAX_STEPS);
  }
}
