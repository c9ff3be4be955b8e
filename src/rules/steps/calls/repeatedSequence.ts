import { MAX_PLACES } from '../../../model/steps/findingPlace';
import { batchOf, type KnownCall, type KnownResult, type ObservedStep } from './observedStep';

/** Minimum and maximum number of calls of a round. */
const [MIN_ROUND, MAX_ROUND] = [2, 6];

/** Number of remembered steps, hence maximum length of a sequence. */
const MAX_STEPS = 1_024;

/** A call of a cycle with its result. */
export interface CycleMember {
  readonly call: KnownCall;
  readonly result: KnownResult;
}

/** The same calls again and again, in the same order, with the same results and nothing in between. */
export interface Rounds {
  /** Number of complete rounds, >= 2. */
  readonly count: number;
  /** The steps of a round. */
  readonly members: readonly CycleMember[];
  /** Numbers of the steps of all rounds, ascending. */
  readonly numbers: readonly number[];
}

/**
 * Tracks how many steps in a row repeat an earlier sequence, in the same order and with the same
 * results. Of bounded memory.
 */
export class RepeatedSequence {
  private readonly results: KnownResult[] = [];
  private readonly calls: KnownCall[] = [];
  private readonly numbers: number[] = [];
  private readonly batches: number[] = [];
  /** Index of the step that the last one repeats; -1 for none. */
  private at = -1;
  private length = 0;

  /** Adds a step; returns the length of the repeated sequence that ends with it, 0 for none. */
  add(observed: ObservedStep, repeats: boolean): number {
    const { step, call, result } = observed;
    if (repeats && this.at >= 0 && this.results[this.at + 1] === result) {
      this.at += 1;
      this.length += 1;
    } else {
      this.at = repeats ? this.results.lastIndexOf(result) : -1;
      this.length = this.at >= 0 ? 1 : 0;
    }
    this.results.push(result);
    this.calls.push(call);
    this.numbers.push(step.number);
    this.batches.push(batchOf(observed));
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

  /** The newest steps, oldest first, at most four times as many as there are places. */
  newest(count: number): readonly CycleMember[] {
    const from = Math.max(0, this.results.length - Math.min(count, 4 * MAX_PLACES));
    return this.results.slice(from).flatMap((result, at) => {
      const call = this.calls[from + at];
      return call === undefined ? [] : [{ call, result }];
    });
  }

  /** As `newest`, from a step on. */
  since(step: number): readonly CycleMember[] {
    return this.newest(this.numbers.length - this.numbers.findLastIndex((each) => each < step) - 1);
  }

  /**
   * Finds rounds of two to six steps that end with the last step; undefined if there are none. Calls
   * that were made at once are not a round: the agent did not know their results.
   */
  findRounds(): Rounds | undefined {
    const size = this.results.length - 1 - this.at;
    if (size < MIN_ROUND || size > MAX_ROUND || this.length < size) return undefined;
    const calls = this.calls.slice(-size);
    if (new Set(calls).size < MIN_ROUND || new Set(this.batches.slice(-size)).size < MIN_ROUND)
      return undefined;
    const count = 1 + Math.floor(this.length / size);
    return { count, members: this.newest(size), numbers: this.numbers.slice(-count * size) };
  }

  private dropOldest(): void {
    this.results.splice(0, MAX_STEPS);
    this.calls.splice(0, MAX_STEPS);
    this.numbers.splice(0, MAX_STEPS);
    this.batches.splice(0, MAX_STEPS);
    this.at = Math.max(-1, this.at - MAX_STEPS);
  }
}
