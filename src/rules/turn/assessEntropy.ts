import { NO_VERDICT, type Verdict } from '../../model/turn/verdict';
import { countOf } from '../../text/count';

export interface EntropyHistory {
  /** Consecutive failed turns without progress, this one included. */
  readonly entropy: number;
  /** Whole number >= 1. */
  readonly threshold: number;
  /** Numbers of the counted turns of the strategy, oldest first, this one last. */
  readonly turns: readonly number[];
}

/** Verdict for consecutive turns without progress: `suspect` from the first, `stuck` at the threshold. */
export function assessEntropy(history: EntropyHistory): Verdict {
  const { entropy, threshold, turns } = history;
  if (entropy <= 0) return NO_VERDICT;
  return {
    level: entropy >= threshold ? 'stuck' : 'suspect',
    detector: 'entropy',
    evidence: turns.slice(-entropy),
    message: `Loop detected after ${countOf(entropy, 'attempt')}`,
  };
}
