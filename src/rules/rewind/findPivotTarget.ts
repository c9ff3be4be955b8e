import type { OnPivot } from '../../model/config/config';
import type { EndedTurn } from '../../model/turn/turn';

export interface PivotHistory {
  /** The task that is at a pivot. */
  readonly taskId: string;
  readonly onPivot: Exclude<OnPivot, 'keep'>;
  /** Counted turns on the task and its subtasks since it was added or last retried, oldest first. */
  readonly turns: readonly EndedTurn[];
  /** Whether a subtask has ended: its work is not the strategy's any more. */
  readonly isFinished: (taskId: string) => boolean;
  /** Whether a human has rewound the files of this turn since. */
  readonly isRewound: (turn: EndedTurn) => boolean;
}

/**
 * Number of the turn after which a pivot restores the task's files; 0 = before its first turn. `best`: the newest turn
 * with progress that no human rewound, as progress is a new best. The work of finished subtasks is never returned.
 */
export function findPivotTarget(history: PivotHistory): number {
  const { taskId, onPivot, turns, isFinished, isRewound } = history;
  const isBest = (turn: EndedTurn): boolean =>
    onPivot === 'best' && turn.outcome !== 'no_progress' && !isRewound(turn);
  const isOfFinished = (turn: EndedTurn): boolean =>
    turn.taskId !== taskId && isFinished(turn.taskId);
  return turns.findLast((turn) => isBest(turn) || isOfFinished(turn))?.number ?? 0;
}
