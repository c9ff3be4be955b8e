import { BUILT_IN_LIMITS, type Limits } from '../../model/config/limits';
import type { StepLimits } from '../../model/config/stepLimits';

/** The limits of the step detectors; defaults when `limits` is undefined. */
export function pickStepLimits(limits: Limits | undefined): StepLimits {
  const of = (name: keyof StepLimits): number => limits?.[name] ?? BUILT_IN_LIMITS[name];
  return {
    repeatedCalls: of('repeatedCalls'),
    similarCalls: of('similarCalls'),
    callCycles: of('callCycles'),
    undoneEdits: of('undoneEdits'),
    repeatedEdits: of('repeatedEdits'),
    failuresAfterEdits: of('failuresAfterEdits'),
    repeatedTexts: of('repeatedTexts'),
    stepsWithoutNews: of('stepsWithoutNews'),
    refusedCalls: of('refusedCalls'),
    repeatedFailures: of('repeatedFailures'),
  };
}
