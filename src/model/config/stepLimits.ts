import type { LimitName, Limits } from './limits';

/** Limits of the detectors that look at steps; each is how often something has to happen to be a loop. */
export const STEP_LIMITS = [
  'repeatedCalls',
  'similarCalls',
  'callCycles',
  'undoneEdits',
  'failuresAfterEdits',
  'repeatedTexts',
  'refusedCalls',
] as const satisfies readonly LimitName[];
export type StepLimitName = (typeof STEP_LIMITS)[number];

/** One whole number for each detector, within the range of its spec. */
export type StepLimits = Pick<Limits, StepLimitName>;
