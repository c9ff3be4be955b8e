import type { Refusal } from '../../../model/failure/refusal';
import type { StepDetectorName } from '../../../model/steps/step';
import type { ObservedStep } from '../calls/observedStep';

/**
 * What a detector sees growing: it still stands after the last step. It is kept as long as it does, so what it
 * closes over must not hold a whole step.
 */
export interface Growth {
  /** How often it has happened, from 2 on. */
  readonly count: number;
  /** At how often it is a loop. */
  readonly limit: number;
  /** Numbers of the steps that prove it, ascending. */
  readonly evidence: () => readonly number[];
  /** One sentence without a full stop. */
  readonly message: () => string;
  /** What refused the newest of these steps; absent where nothing did. */
  readonly refusal?: Refusal;
}

/** Looks at one kind of repetition, step by step, in bounded memory. */
export interface StepDetector {
  readonly name: StepDetectorName;
  /** What stands after this step; undefined when nothing does. */
  observe(observed: ObservedStep): Growth | undefined;
}
