import type { FailureSignature } from '../../../model/failure/failure';

/**
 * Result of a comparison: `exact` for equal failures, `other lines` for failures that differ only in line numbers of
 * the user's own files.
 */
export type FailureSameness = 'exact' | 'other lines' | 'different';

/** Compares two failures by their tiers (docs/decisions/loop-detection-algorithm.md, §1). */
export function compareFailures(a: FailureSignature, b: FailureSignature): FailureSameness {
  if (a.exactHash === b.exactHash) return 'exact';
  return a.hash === b.hash ? 'other lines' : 'different';
}

/** The given turns with the same failure, at other lines included; `exact` if all of them match exactly. */
export function findSameFailures<T extends { readonly failure: FailureSignature }>(
  turns: readonly T[],
  failure: FailureSignature,
): { readonly turns: readonly T[]; readonly exact: boolean } {
  const same = turns.filter((turn) => compareFailures(turn.failure, failure) !== 'different');
  const exact = same.every((turn) => compareFailures(turn.failure, failure) === 'exact');
  return { turns: same, exact };
}
