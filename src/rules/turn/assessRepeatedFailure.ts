import type { FailureSignature } from '../../model/failure/failure';
import { findSameFailures } from '../failure/signature/compareFailures';
import { NO_VERDICT, type Verdict } from '../../model/turn/verdict';
import { nameNumbers } from '../../text/list';

/** A counted turn and its failure. */
export interface FailedTurn {
  readonly number: number;
  readonly failure: FailureSignature;
}

/**
 * Detects turns with the same failure as the last one (docs/decisions/loop-detection-algorithm.md, §1): `suspect` from
 * the second on, regardless of turns in between. Never `stuck`: only entropy decides.
 */
export function assessRepeatedFailure(turns: readonly FailedTurn[]): Verdict {
  const last = turns.at(-1);
  if (last === undefined) return NO_VERDICT;
  const { turns: same, exact } = findSameFailures(turns, last.failure);
  if (same.length < 2) return NO_VERDICT;
  const numbers = same.map(({ number }) => number);
  const others = numbers.slice(0, -1);
  return {
    level: 'suspect',
    detector: 'repeated failure',
    evidence: numbers,
    message: exact
      ? `Exact error message match: the same failure as in ${nameNumbers('turn', others)}`
      : `the same failure as in ${nameNumbers('turn', others)}, at other lines`,
  };
}
