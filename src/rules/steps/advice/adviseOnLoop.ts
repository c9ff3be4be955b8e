import type { StepDetectorName } from '../../../model/steps/step';
import type { AdvisedLoop } from './advisedLoop';
import { adviseOnEdits, adviseOnRepeatedEdit } from './adviseOnEdits';
import { adviseOnFailures, adviseOnRepeatedFailure } from './adviseOnFailures';
import { adviseOnKnownResult } from './adviseOnKnownResult';
import { adviseOnNothingNew } from './adviseOnNothingNew';
import { adviseOnRefusal } from './adviseOnRefusal';
import { adviseOnRejection } from './adviseOnRejection';
import { adviseOnRepeatedText } from './adviseOnRepeatedText';
import { adviseOnWrongPlace } from './adviseOnWrongPlace';

/** Advice for each detector. */
const ADVICE: Readonly<Record<StepDetectorName, (loop: AdvisedLoop) => string>> = {
  'refused call': adviseOnRefusal,
  'repeated call': adviseOnKnownResult,
  'call cycle': adviseOnFailures,
  'similar calls': adviseOnRejection,
  'undone edits': adviseOnEdits,
  'repeated edit': adviseOnRepeatedEdit,
  'failure after edits': adviseOnWrongPlace,
  'repeated text': adviseOnRepeatedText,
  'nothing new': adviseOnNothingNew,
  'repeated failure': adviseOnRepeatedFailure,
};

/**
 * Says what a human can do about a loop in an agent's steps: one to three short sentences of at most about 600
 * characters, for reports, lists and terminals alike. Words of agents and programs are quoted, one line each, secrets
 * masked. '' for a loop of hops.
 */
export function adviseOnLoop(loop: AdvisedLoop): string {
  return isStepLoop(loop) ? ADVICE[loop.detector](loop) : '';
}

function isStepLoop(
  loop: AdvisedLoop,
): loop is AdvisedLoop & { readonly detector: StepDetectorName } {
  return loop.detector in ADVICE;
}
