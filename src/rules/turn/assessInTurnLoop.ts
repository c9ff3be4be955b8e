import type { InTurnLoop } from '../../model/hops/hop';
import { describeStagedLoop } from '../../model/hops/loopStage';
import { type Verdict, NO_VERDICT } from '../../model/turn/verdict';

/** Interaction between the agents of a turn. */
interface BetweenAgents {
  /** Number of repeated requests; whole number >= 0. */
  readonly rounds: number;
  /** A loop that ended the turn; absent for none. */
  readonly inTurnLoop?: InTurnLoop;
}

/**
 * Entropy of a turn without progress: one for itself and one for each repeated request
 * (docs/decisions/loop-detection-algorithm.md). A turn that was ended by such requests counts only these.
 */
export function countEntropy({ rounds, inTurnLoop }: BetweenAgents): number {
  return inTurnLoop?.detector === 'collaboration loop' ? Math.max(1, rounds) : rounds + 1;
}

/**
 * Verdict for a loop inside a turn, between its agents or in the steps of one: the strategy has failed, except at the
 * first loop in steps of the strategy.
 */
export function assessInTurnLoop(turn: number, loop: InTurnLoop | undefined): Verdict {
  if (loop === undefined) return NO_VERDICT;
  const { detector, hops, steps, stage } = loop;
  const proof = steps === undefined ? {} : { steps: steps.map(({ number }) => number) };
  const message = describeStagedLoop(loop);
  const staged = stage === undefined ? {} : { stage };
  return { level: 'stuck', detector, evidence: [turn], hops, ...proof, ...staged, message };
}
