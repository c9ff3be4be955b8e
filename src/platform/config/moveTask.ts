import { CONFIG_FILE } from '../../model/config/config';
import type { Answer } from '../../ports/answer';
import type { TaskMove } from '../../ports/configEditor';
import { changeConfig, tasksOf, type ConfigEdit, type TaskContent } from './changeConfig';
import { shortName } from '../../text/truncate';
import { moveItem, reorder, type ItemMove } from './moveItem';
import type { ConfigSourceOptions } from './readConfig';

/**
 * Moves a task in `devs.yaml` and keeps every other character. Writes nothing unless the file is valid before and after
 * and only the order differs. Never rejects.
 */
export async function moveTask(options: ConfigSourceOptions, move: TaskMove): Promise<Answer> {
  return await changeConfig(options, toMoveEdit(move));
}

/** The move as a change of a file. */
export function toMoveEdit(move: TaskMove): ConfigEdit {
  const reordered = (tasks: readonly TaskContent[]): readonly TaskContent[] => {
    const way = findWay(tasks, move);
    return typeof way === 'string' ? tasks : reorder(tasks, way);
  };
  return {
    refuse: (content) => {
      const tasks = tasksOf(content);
      const way = findWay(tasks, move);
      return typeof way === 'string' ? way : findBrokenOrder(tasks, reorder(tasks, way));
    },
    change: (content) => ({ ...content, tasks: reordered(tasksOf(content)) }),
    write: function* (text, content) {
      const way = findWay(tasksOf(content), move);
      const moved = typeof way === 'string' ? undefined : moveItem(text, way);
      if (moved !== undefined) yield moved;
    },
    done: `Moved ${move.taskId} ${move.to} ${move.other}.`,
    notDone: `${move.taskId} was not moved.`,
  };
}

function findWay(
  tasks: readonly TaskContent[],
  { taskId, to, other }: TaskMove,
): ItemMove | string {
  const [from, next] = [taskId, other].map((id) => tasks.findIndex((task) => task.id === id));
  if (from === undefined || from === -1) return `There is no task "${taskId}" in ${CONFIG_FILE}.`;
  if (next === undefined || next === -1) return `There is no task "${other}" in ${CONFIG_FILE}.`;
  if (from === next) return { from, to: from };
  const place = to === 'before' ? next : next + 1;
  return { from, to: from < place ? place - 1 : place };
}

/** Why an order would mislead: a task above one that it waits for, or a part above its whole, where it was below. */
function findBrokenOrder(
  before: readonly TaskContent[],
  after: readonly TaskContent[],
): string | undefined {
  const at = (tasks: readonly TaskContent[]) =>
    new Map(tasks.map(({ id = '' }, index) => [id, index]));
  const [was, is] = [at(before), at(after)];
  const isBelow = (order: ReadonlyMap<string, number>, id: string, other: string): boolean =>
    (order.get(id) ?? 0) > (order.get(other) ?? 0);
  const breaks = (id: string, other: string): boolean =>
    isBelow(was, id, other) && !isBelow(is, id, other);
  const nameOf = (wanted: string): string =>
    shortName(after.find(({ id }) => id === wanted)?.title ?? wanted);
  for (const { id = '', dependsOn = [], parent } of after) {
    const needed = dependsOn.find((other) => breaks(id, other));
    if (needed !== undefined)
      return `${nameOf(id)} waits for ${nameOf(needed)}, so it stays below it.`;
    if (parent !== undefined && breaks(id, parent))
      return `${nameOf(id)} is a part of ${nameOf(parent)}, so it stays below it.`;
  }
  return undefined;
}
