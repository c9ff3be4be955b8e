import type { TaskOverview, TurnMark } from '../../model/overview/overview';
import type { TurnCheckpoint } from '../../protocol/dashboardView';

/**
 * The task's own turns (those of its subtasks included) that have a checkpoint, oldest first: what can
 * be compared, and gone back to. `tasks` are all of its folder.
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
    // After the newest turn nothing has happened yet that could be undone.
    goBack: turn !== newest,
  }));
}

/** Turns that count on a topmost task are its own, those of subtasks that are gone by now too. */
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
