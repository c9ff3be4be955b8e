import type { TaskOverview, TurnMark } from '../../model/overview/overview';
import type { TurnCheckpoint } from '../../protocol/dashboardView';

/**
 * The task's own turns (subtasks included) that have a checkpoint, oldest first: these can
 * be compared and rewound to. `tasks` are all tasks of the folder.
 */
export function listTurnCheckpoints(
  task: TaskOverview,
  tasks: readonly TaskOverview[],
): readonly TurnCheckpoint[] {
  const own = task.turns.filter((turn) => isOwn(turn, task, tasks));
  const kept = own.filter(({ checkpoint }) => checkpoint);
  const newest = own.at(-1);
  const older = task.turnCount > task.turns.length;
  return kept.map((turn, index) => ({
    turn: turn.number,
    before: kept[index - 1]?.number ?? (older ? turn.number - 1 : 0),
    // Nothing happened after the newest turn to undo.
    goBack: turn !== newest,
  }));
}

/** All turns that count on a topmost task are its own, also those of removed subtasks. */
function isOwn(turn: TurnMark, task: TaskOverview, tasks: readonly TaskOverview[]): boolean {
  if (task.parent === undefined) return true;
  const seen = new Set<string>();
  let id: string | undefined = turn.taskId;
  while (id !== undefined && id !== task.id && !seen.has(id)) {
    seen.add(id);
    id = tasks.find((each) => each.id === id)?.parent;
  }
  return id === task.id;
}
