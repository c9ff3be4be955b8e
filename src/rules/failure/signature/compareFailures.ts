import type { FailureSignature } from '../../../model/failure/failure';

/** How alike two failures are: `exact`, the same at other lines of the user's own files, or not the same. */
export type FailureSameness = 'exact' | 'other lines' | 'different';

/** Compares two failures by their tiers (docs/decisions/loop-detection-algorithm.md, §1). */
export function compareFailures(a: FailureSignature, b: FailureSignature): FailureSameness {
  if (a.exactHash === b.exactHash) return 'exact';
  return a.hash === b.hash ? 'other lines' : 'different';
}
