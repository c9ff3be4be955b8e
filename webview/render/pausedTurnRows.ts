import type { TaskView } from '../../src/protocol/dashboardView';
import type { PausedTurn, TurnChanges } from '../../src/reports/pause/pausedTurns';
import type { PauseView } from '../../src/reports/pause/pauseView';
import { listSome } from '../../src/text/list';
import type { TurnRow } from './turnList';

/** Maximum number of changed files and tests named per turn. */
const MAX_NAMED = 4;

/** The turns that prove why a task is paused, with what each changed. */
export function pausedTurnRows(pause: PauseView, task: TaskView): readonly TurnRow[] {
  return pause.turns.map((turn) => rowOf(turn, pause.taskId, task));
}

function rowOf(
  turn: PausedTurn,
  taskId: string,
  { checkpoints, actions, turns: marks }: TaskView,
): TurnRow {
  const mark = marks.find(({ number }) => number === turn.number);
  return {
    ...turn,
    taskId: turn.subtask ?? taskId,
    pivot: turn.pivotDirective > 0,
    changes: turn.changes === undefined ? [] : changeLines(turn.changes, turn.reason),
    ...(mark?.spent && { spent: mark.spent }),
    checkpoint: checkpoints.find((each) => each.turn === turn.number),
    rewind: actions.rewind,
    ...(mark?.replay && { replay: true }),
    ...(mark?.finding && { finding: mark.finding }),
  };
}

function changeLines(changes: TurnChanges, reason: string): readonly string[] {
  const { counts, failure, files, newlyFailing, newlyPassing } = changes;
  // The reason mostly contains the counts and repeated failures.
  const result = [
    reason.includes(counts) ? '' : counts,
    reason.includes('same failure') ? '' : failure,
  ]
    .filter((part) => part !== '')
    .join(' · ');
  const list = (label: string, items: readonly string[]): readonly string[] =>
    items.length === 0 ? [] : [`${label} ${listSome(items, MAX_NAMED)}`];
  return [
    ...(result === '' ? [] : [result]),
    ...(files.length === 0 ? ['changed no files'] : list('changed', files)),
    ...list('newly failing:', newlyFailing),
    ...list('newly passing:', newlyPassing),
  ];
}
