import type { KnownResult, ObservedStep } from '../calls/observedStep';

/** Number of remembered steps, hence maximum length of a sequence. */
const MAX_STEPS = 1_024;

/**
 * Tracks how many steps in a row repeat an earlier sequence, in the same order and with the same
 * results. Of bounded memory.
 */
export class RepeatedSequence {
  private readonly results: KnownResult[] = [];
  private readonly numbers: number[] = [];
  /** Index of the step that the last one repeats; -1 for none. */
  private at = -1;
  private length = 0;

  /** Adds a step; returns the length of the repeated sequence that ends with it, 0 for none. */
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

  /**
   * Numbers of the repeating steps and of those that they repeat, ascending, at most `most` of
   * each.
   */
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
