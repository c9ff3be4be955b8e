import type { InTurnLoop } from '../../model/hops/hop';
import { NO_VERDICT, type Verdict } from '../../model/turn/verdict';

/** What the agents of a turn did between each other. */
export interface BetweenAgents {
  /** Requests that had been made before; whole number >= 0. */
  readonly rounds: number;
  /** A loop that ended the turn; absent for none. */
  readonly inTurnLoop?: InTurnLoop;
}

/**
 * By how much a turn without progress raises entropy: one for itself and one for each repeated request
 * (docs/decisions/loop-detection-algorithm.md). A turn that was ended by such requests failed by them alone.
 */
export function countEntropy({ rounds, inTurnLoop }: BetweenAgents): number {
  return inTurnLoop?.detector === 'collaboration loop' ? Math.max(1, rounds) : rounds + 1;
}

/** A loop inside a turn, between its agents or in the steps of one: its strategy has failed. */
export function assessInTurnLoop(turn: number, loop: InTurnLoop | undefined): Verdict {
  if (loop === undefined) return NO_VERDICT;
  const { detector, message, hops, steps } = loop;
  const proof = steps === undefined ? {} : { steps: steps.map(({ number }) => number) };
  return { level: 'stuck', detector, evidence: [turn], hops, ...proof, message };
}
