import { LOOP_STAGES, type InTurnLoop, type LoopStage } from '../../model/hops/hop';
import { isStepLoop } from '../../model/hops/loopStage';
import { isCounted, type EndedTurn } from '../../model/turn/turn';

/** Facts of a turn that stages are counted from. */
export type StagedTurn = Pick<
  EndedTurn,
  'id' | 'taskId' | 'outcome' | 'strategyNumber' | 'inTurnLoop'
>;

/** The strategy of a task, and ids of the turns whose loops a human called none. */
export interface StagedStrategy {
  readonly strategyNumber: number;
  readonly dismissed: ReadonlySet<string>;
}

/**
 * Number of counted turns of a strategy that a loop in the steps of an agent ended. `turns`: those that count on the
 * same task, so its subtasks' turns are included. Progress and success revoke a loop: their turns have none.
 */
export function countStepLoops(
  turns: readonly StagedTurn[],
  { strategyNumber, dismissed }: StagedStrategy,
): number {
  return turns.filter(
    (turn) =>
      turn.strategyNumber === strategyNumber &&
      !dismissed.has(turn.id) &&
      isCounted(turn.outcome) &&
      turn.inTurnLoop !== undefined &&
      isStepLoop(turn.inTurnLoop),
  ).length;
}

/** Stage of a loop after so many in the same strategy; undefined if hops prove it, and for none. */
export function findLoopStage(
  loop: Pick<InTurnLoop, 'detector'> | undefined,
  earlier: number,
): LoopStage | undefined {
  if (loop === undefined || !isStepLoop(loop)) return undefined;
  return earlier === 0 ? 1 : LOOP_STAGES;
}

/**
 * Finds the loop that the next prompt of a task states: the one that ended its last counted turn, if that belongs to
 * the strategy and is the first of it. `turns`: as in `countStepLoops`, oldest first.
 */
export function findToldLoop(
  turns: readonly StagedTurn[],
  { taskId, strategyNumber, dismissed }: StagedStrategy & { readonly taskId: string },
): InTurnLoop | undefined {
  const last = turns.findLast((turn) => turn.taskId === taskId && isCounted(turn.outcome));
  const isCurrent = last?.strategyNumber === strategyNumber && !dismissed.has(last.id);
  return isCurrent && last.inTurnLoop?.told === true ? last.inTurnLoop : undefined;
}
