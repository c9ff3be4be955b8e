import type { DevsConfig } from '../domain/config';
import type { TaskDefinition } from '../domain/task';
import { topmostAncestor } from '../domain/task';
import { isFinished, needsHuman, releasesDependents } from '../domain/taskStatus';
import type { StoreReader } from '../ports/store';

/** The task on which `taskId` counts: its topmost ancestor, itself when it has none. */
export function countingTask(config: DevsConfig, taskId: string): string {
  const parents = new Map(config.tasks.map((task) => [task.id, task.parent]));
  return topmostAncestor(taskId, (id) => parents.get(id));
}

/** Whether `taskId` is `ancestor` or one of its subtasks, of whatever depth. */
export function isWithin(config: DevsConfig, taskId: string, ancestor: string): boolean {
  if (taskId === ancestor) return true;
  const parent = config.tasks.find((task) => task.id === taskId)?.parent;
  return parent !== undefined && isWithin(config, parent, ancestor);
}

/** Why a pending task cannot run now, for humans; undefined when it can. */
export function whyWaiting(
  config: DevsConfig,
  store: StoreReader,
  task: TaskDefinition,
): string | undefined {
  const root = countingTask(config, task.id);
  const rootRecord = store.getTask(root);
  if (root !== task.id && rootRecord !== undefined && needsHuman(rootRecord.status)) {
    return `${root}, which it is part of, needs you`;
  }
  const children = config.tasks.filter((other) => other.parent === task.id);
  const openChild = children.find((child) => !isFinished(statusOf(store, child.id)));
  if (openChild !== undefined) return `waits for its subtask ${openChild.id}`;
  for (const dependency of task.dependsOn) {
    const status = statusOf(store, dependency);
    if (status === 'skipped') {
      return `waits for ${dependency}, which was skipped: retry that one, or take it out of "dependsOn"`;
    }
    if (!releasesDependents(status)) return `waits for ${dependency}`;
  }
  return undefined;
}

function statusOf(
  store: StoreReader,
  taskId: string,
): NonNullable<ReturnType<StoreReader['getTask']>>['status'] {
  return store.getTask(taskId)?.status ?? 'pending';
}

/** The next task to visit, in the order of `devs.yaml`, among `selection` (absent: all). */
export function nextTask(
  config: DevsConfig,
  store: StoreReader,
  selection: ReadonlySet<string> | undefined,
): TaskDefinition | undefined {
  return config.tasks.find(
    (task) =>
      (selection === undefined || selection.has(task.id)) &&
      statusOf(store, task.id) === 'pending' &&
      whyWaiting(config, store, task) === undefined,
  );
}
