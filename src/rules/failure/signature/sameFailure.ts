import type { FailureSignature } from '../../../model/failure/failure';

/** How alike two failures are: `exact`, the same at other lines of the user's own files, or not the same. */
export type Sameness = 'exact' | 'other lines' | 'different';

/** Compares two failures by their tiers (docs/decisions/loop-detection-algorithm.md, §1). */
export function sameFailure(a: FailureSignature, b: FailureSignature): Sameness {
  if (a.exactHash === b.exactHash) return 'exact';
  return a.hash === b.hash ? 'other lines' : 'different';
}
