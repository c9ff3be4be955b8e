import type { FindingPlace } from '../../../model/steps/findingPlace';
import type { Refusal } from '../../../model/failure/refusal';
import type { StepDetectorName } from '../../../model/steps/step';
import type { ObservedStep } from '../calls/observedStep';
import type { Trial } from '../trials/outcomeHistory';

/**
 * A repetition that a detector currently sees. It is retained while it lasts, so its closures must
 * not hold a whole step.
 */
export interface Growth {
  /** Number of repetitions, >= 2. */
  readonly count: number;
  /** Number of repetitions that is a loop. */
  readonly limit: number;
  /** Numbers of the proving steps, ascending. */
  readonly evidence: () => readonly number[];
  /**
   * Its places, which tell it apart from other loops; at most `MAX_PLACES`, never empty. To be called before the next
   * step.
   */
  readonly places: () => readonly FindingPlace[];
  /** One sentence without a full stop. */
  readonly message: () => string;
  /** Refusal of the newest of these steps; absent if none. */
  readonly refusal?: Refusal;
}

/** Detects one kind of repetition, step by step, in bounded memory. */
export interface StepDetector {
  readonly name: StepDetectorName;
  /**
   * Observes a step; returns the repetition that lasts after it, or undefined. `trial`: attempts at
   * one place that left as it was what the step shows; undefined for none.
   */
  observe(observed: ObservedStep, trial?: Trial): Growth | undefined;
}
