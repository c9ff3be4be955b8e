import type { DevsConfig } from '../../model/config/config';
import type { TaskDefinition } from '../../model/task/task';
import { mutualWaits } from './mutualWaits';

/** The tasks of a configuration, found by id and from both ends of `parent`. */
export interface TaskIndex {
  task(taskId: string): TaskDefinition | undefined;
  /** Direct subtasks, in the order of `devs.yaml`. */
  children(taskId: string): readonly TaskDefinition[];
  /** From the parent up to the topmost; [] for an unknown task. */
  ancestors(taskId: string): readonly TaskDefinition[];
  /** The topmost ancestor, itself when it has none. */
  root(taskId: string): string;
  /** Whether the subtask cannot wait for `dependency`, on which an ancestor depends, as that waits for it. */
  isMutual(subtask: string, dependency: string): boolean;
}

const indexes = new WeakMap<DevsConfig['tasks'], TaskIndex>();

/** The index of a configuration; made once for its list of tasks. */
export function taskIndex({ tasks }: DevsConfig): TaskIndex {
  const known = indexes.get(tasks);
  if (known !== undefined) return known;
  const index = createIndex(tasks);
  indexes.set(tasks, index);
  return index;
}

function createIndex(tasks: readonly TaskDefinition[]): TaskIndex {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const children = new Map<string, TaskDefinition[]>();
  for (const task of tasks) {
    if (task.parent === undefined) continue;
    const siblings = children.get(task.parent);
    if (siblings === undefined) children.set(task.parent, [task]);
    else siblings.push(task);
  }
  const roots = new Map<string, string>();
  let isMutual: TaskIndex['isMutual'] | undefined;
  return {
    task: (id) => byId.get(id),
    children: (id) => children.get(id) ?? [],
    ancestors: (id) => ancestorsOf(id, byId),
    root: (id) => rootOf(id, byId, roots),
    isMutual: (subtask, dependency) => {
      isMutual ??= mutualWaits(tasks);
      return isMutual(subtask, dependency);
    },
  };
}

function ancestorsOf(
  taskId: string,
  byId: ReadonlyMap<string, TaskDefinition>,
): readonly TaskDefinition[] {
  const found: TaskDefinition[] = [];
  let parent = byId.get(taskId)?.parent;
  while (parent !== undefined) {
    const task = byId.get(parent);
    if (task === undefined) break;
    found.push(task);
    parent = task.parent;
  }
  return found;
}

/** Remembers the root of every task on the way. */
function rootOf(
  taskId: string,
  byId: ReadonlyMap<string, TaskDefinition>,
  roots: Map<string, string>,
): string {
  const way: string[] = [];
  let at = taskId;
  for (;;) {
    const parent = roots.has(at) ? undefined : byId.get(at)?.parent;
    if (parent === undefined) break;
    way.push(at);
    at = parent;
  }
  const root = roots.get(at) ?? at;
  for (const id of way) roots.set(id, root);
  return root;
}
