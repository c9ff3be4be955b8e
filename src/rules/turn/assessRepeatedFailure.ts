import type { FailureSignature } from '../../model/failure/failure';
import { compareFailures } from '../failure/signature/compareFailures';
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
  const shared = turns.map((turn) => ({ turn, same: compareFailures(turn.failure, last.failure) }));
  const matching = shared.filter(({ same }) => same !== 'different');
  if (matching.length < 2) return NO_VERDICT;
  const exact = matching.every(({ same }) => same === 'exact');
  const others = matching.slice(0, -1).map(({ turn }) => turn.number);
  return {
    level: 'suspect',
    detector: 'repeated failure',
    evidence: matching.map(({ turn }) => turn.number),
    message: exact
      ? `Exact error message match: the same failure as in ${nameNumbers('turn', others)}`
      : `the same failure as in ${nameNumbers('turn', others)}, at other lines`,
  };
}
