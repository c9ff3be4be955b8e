import { NO_VERDICT, type Verdict } from '../../model/turn/verdict';
import { countOf } from '../../text/count';

export interface EntropyHistory {
  /** Consecutive failed turns without progress, this one included. */
  readonly entropy: number;
  /** Whole number >= 1. */
  readonly threshold: number;
  /** Numbers of the counted turns of the strategy, oldest first, this one last. */
  readonly turns: readonly number[];
  /** Number of repeated requests between agents in `entropy`; the rest are failed turns. Absent for none. */
  readonly requests?: number;
}

/** Verdict for consecutive turns without progress: `suspect` from the first, `stuck` at the threshold. */
export function assessEntropy(history: EntropyHistory): Verdict {
  const { entropy, threshold, turns, requests = 0 } = history;
  if (entropy <= 0) return NO_VERDICT;
  return {
    level: entropy >= threshold ? 'stuck' : 'suspect',
    detector: 'entropy',
    evidence: turns.slice(-entropy),
    message: `Loop detected after ${countOf(entropy, 'attempt')}${describeParts(entropy, requests)}`,
  };
}

/** What the attempts were, where requests are among them: ": 1 failed turn and 2 repeated requests". */
function describeParts(entropy: number, requests: number): string {
  if (requests <= 0) return '';
  const turns = entropy - requests;
  const asked = countOf(requests, 'repeated request');
  return `: ${turns > 0 ? `${countOf(turns, 'failed turn')} and ` : ''}${asked}`;
}
