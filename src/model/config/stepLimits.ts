import type { LimitName, Limits } from './limits';

/** Limits of the step detectors: each is the number of occurrences that is a loop. */
export const STEP_LIMITS = [
  'repeatedCalls',
  'similarCalls',
  'callCycles',
  'undoneEdits',
  'repeatedEdits',
  'failuresAfterEdits',
  'repeatedTexts',
  'stepsWithoutNews',
  'refusedCalls',
  'repeatedFailures',
] as const satisfies readonly LimitName[];
export type StepLimitName = (typeof STEP_LIMITS)[number];

/** One whole number for each detector, within the range of its spec. */
export type StepLimits = Pick<Limits, StepLimitName>;
