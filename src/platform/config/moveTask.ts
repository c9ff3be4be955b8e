import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { CONFIG_FILE, formatProblem, type DevsConfig } from '../../model/config/config';
import type { TaskDefinition } from '../../model/task/task';
import type { Answer } from '../../ports/answer';
import type { TaskMove } from '../../ports/configEditor';
import { moveItem, reorder, type ItemMove } from './moveItem';
import { readConfig, type ConfigSourceOptions } from './readConfig';
import { replaceFile } from './replaceFile';
import { validateConfig } from './validateConfig';

/**
 * Moves a task in `devs.yaml` and keeps every other character. Writes nothing unless the file is valid before and after
 * and only the order differs. Never rejects.
 */
export async function moveTask(options: ConfigSourceOptions, move: TaskMove): Promise<Answer> {
  const before = await readConfig(options);
  if (before.kind === 'missing')
    return refuse(`There is no ${CONFIG_FILE}; \`devs init\` creates one.`);
  if (before.kind === 'invalid')
    return refuse(`Correct ${CONFIG_FILE} first: ${before.problems.map(formatProblem).join(' ')}`);
  try {
    const file = join(options.workspaceDir, CONFIG_FILE);
    const text = await readFile(file, 'utf8');
    const next = moveInText(text, move, options);
    if (typeof next !== 'string') return next;
    const done: Answer = { ok: true, message: `Moved ${move.taskId} ${move.to} ${move.other}.` };
    if (next === text) return done;
    return (await replaceFile(file, { expected: text, next }))
      ? done
      : refuse(`${CONFIG_FILE} was changed at the same moment; nothing was moved. Try again.`);
  } catch (error) {
    return refuse(`${CONFIG_FILE} could not be changed: ${(error as Error).message}`);
  }
}

/** The text after the move, or why it is refused. */
export function moveInText(
  text: string,
  move: TaskMove,
  places: Omit<ConfigSourceOptions, 'workspaceDir'>,
): string | Answer {
  const before = validateConfig(text, places);
  if (before.kind === 'invalid') return refuse(`Correct ${CONFIG_FILE} first.`);
  const { tasks } = before.config;
  const way = findWay(tasks, move);
  if ('ok' in way) return way;
  const expected: DevsConfig = { ...before.config, tasks: reorder(tasks, way) };
  const broken = findBrokenOrder(tasks, expected.tasks);
  if (broken !== undefined) return refuse(broken);
  const next = moveItem(text, way);
  const after = next === undefined ? undefined : validateConfig(next, places);
  if (after?.kind === 'ok' && isDeepStrictEqual(after.config, expected)) return next ?? text;
  return refuse(
    `${move.taskId} cannot be moved in ${CONFIG_FILE} without changing other lines; move it there yourself.`,
  );
}

function findWay(
  tasks: readonly TaskDefinition[],
  { taskId, to, other }: TaskMove,
): ItemMove | Answer {
  const [from, next] = [taskId, other].map((id) => tasks.findIndex((task) => task.id === id));
  if (from === undefined || from === -1)
    return refuse(`There is no task "${taskId}" in ${CONFIG_FILE}.`);
  if (next === undefined || next === -1)
    return refuse(`There is no task "${other}" in ${CONFIG_FILE}.`);
  if (from === next) return { from, to: from };
  const place = to === 'before' ? next : next + 1;
  return { from, to: from < place ? place - 1 : place };
}

/** Why an order would mislead: a task above one that it waits for, or a part above its whole, where it was below. */
function findBrokenOrder(
  before: readonly TaskDefinition[],
  after: readonly TaskDefinition[],
): string | undefined {
  const at = (tasks: readonly TaskDefinition[]) =>
    new Map(tasks.map(({ id }, index) => [id, index]));
  const [was, is] = [at(before), at(after)];
  const isBelow = (order: ReadonlyMap<string, number>, id: string, other: string): boolean =>
    (order.get(id) ?? 0) > (order.get(other) ?? 0);
  const breaks = (id: string, other: string): boolean =>
    isBelow(was, id, other) && !isBelow(is, id, other);
  for (const { id, dependsOn, parent } of after) {
    const needed = dependsOn.find((other) => breaks(id, other));
    if (needed !== undefined) return `${id} waits for ${needed}, so it stays below it.`;
    if (parent !== undefined && breaks(id, parent))
      return `${id} is a part of ${parent}, so it stays below it.`;
  }
  return undefined;
}

function refuse(message: string): Answer {
  return { ok: false, message };
}
