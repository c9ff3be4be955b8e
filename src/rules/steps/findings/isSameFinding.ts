import type { FindingIdentity } from '../../../model/steps/finding';
import type { FindingPlace } from '../../../model/steps/findingPlace';
import type { StepDetectorName } from '../../../model/steps/step';
import { areSimilarCalls } from '../text/areSimilarCalls';
import { toWords } from '../text/toWords';

/**
 * Whether two findings are the same loop, in whichever turns: one detector, and more than half of the places of the
 * finding with fewer places are places of the other, since a cycle may be found earlier or later. A finding without
 * places is like no other.
 */
export function isSameFinding(a: FindingIdentity, b: FindingIdentity): boolean {
  if (a.detector !== b.detector) return false;
  const [few, many] = a.places.length <= b.places.length ? [a, b] : [b, a];
  const same = few.places.filter((place) =>
    many.places.some((other) => isSamePlace(a.detector, place, other)),
  );
  return same.length * 2 > few.places.length;
}

/** Whether a finding is the same as one that a human called no loop. */
export function isDismissed(
  found: FindingIdentity,
  dismissed: readonly FindingIdentity[],
): boolean {
  return dismissed.some((each) => isSameFinding(each, found));
}

/** Detectors that find calls or texts which are only similar. */
const SIMILAR: ReadonlySet<StepDetectorName> = new Set(['similar calls', 'repeated text']);

function isSamePlace(detector: StepDetectorName, a: FindingPlace, b: FindingPlace): boolean {
  if (a.tool !== b.tool || a.result !== b.result) return false;
  if (a.call === b.call) return true;
  return SIMILAR.has(detector) && areSimilarCalls(toWords(a.call), toWords(b.call));
}
