import type { DevsConfig } from '../../model/config/config';
import type { TaskDefinition, TaskStatus } from '../../model/task/task';
import { isFinished, needsHuman, releasesDependents } from '../../model/task/taskStatus';
import type { StoreReader } from '../../ports/store';
import { shortName } from '../../text/truncate';
import { taskIndex, type TaskIndex } from './taskIndex';

/** The task on which `taskId` counts: its topmost ancestor, itself when it has none. */
export function countingTask(config: DevsConfig, taskId: string): string {
  return taskIndex(config).root(taskId);
}

/** Whether `taskId` is `ancestor` or one of its subtasks at any depth. */
export function isWithin(config: DevsConfig, taskId: string, ancestor: string): boolean {
  if (taskId === ancestor) return true;
  return taskIndex(config)
    .ancestors(taskId)
    .some(({ id }) => id === ancestor);
}

/** The task and its subtasks at any depth. */
export function partsOf(config: DevsConfig, taskId: string): ReadonlySet<string> {
  const index = taskIndex(config);
  const parts = new Set([taskId]);
  for (const id of parts) for (const child of index.children(id)) parts.add(child.id);
  return parts;
}

/** Status of a task; `pending` for one that was never stored. */
export type StatusOf = (taskId: string) => TaskStatus;

/** Why a pending task cannot run now, for humans: it names other tasks by their titles; undefined when it can. */
export function whyWaiting(
  config: DevsConfig,
  store: Pick<StoreReader, 'getTask'>,
  task: TaskDefinition,
): string | undefined {
  return waitsFor(taskIndex(config), (id) => store.getTask(id)?.status ?? 'pending', task);
}

/** `whyWaiting` over statuses that are known already. */
export function waitsFor(
  index: TaskIndex,
  statusOf: StatusOf,
  task: TaskDefinition,
): string | undefined {
  const root = index.root(task.id);
  if (root !== task.id && needsHuman(statusOf(root))) {
    return `is part of ${titleOf(index, root)}, which needs you`;
  }
  const openChild = index.children(task.id).find(({ id }) => !isFinished(statusOf(id)));
  if (openChild !== undefined) return `waits for its subtask ${shortName(openChild.title)}`;
  const own = task.dependsOn.find((id) => !releasesDependents(statusOf(id)));
  if (own !== undefined) return waitingText(titleOf(index, own), '', statusOf(own));
  return inheritedWait(index, statusOf, task);
}

/** A subtask waits for what its ancestors depend on, unless that waits for it. */
function inheritedWait(
  index: TaskIndex,
  statusOf: StatusOf,
  { id, parent }: TaskDefinition,
): string | undefined {
  if (parent === undefined) return undefined;
  for (const above of index.ancestors(id)) {
    if (isFinished(statusOf(above.id))) continue;
    const open = above.dependsOn.find(
      (other) => !releasesDependents(statusOf(other)) && !index.isMutual(id, other),
    );
    if (open === undefined) continue;
    const whose =
      above.id === parent
        ? `, on which its parent ${shortName(above.title)} depends`
        : `, on which ${shortName(above.title)} depends, which it is part of`;
    return waitingText(titleOf(index, open), whose, statusOf(open));
  }
  return undefined;
}

function titleOf(index: TaskIndex, id: string): string {
  return shortName(index.task(id)?.title ?? id);
}

function waitingText(title: string, whose: string, status: TaskStatus): string {
  if (status !== 'skipped') return `waits for ${title}${whose}`;
  const skipped = whose === '' ? ', which was skipped' : '; it was skipped';
  return `waits for ${title}${whose}${skipped}: retry that one, or remove it from "dependsOn"`;
}
