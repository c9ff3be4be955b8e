import { MAX_PROBLEMS, showValue, type FilePath } from './fileProblem';
import type { LinkProblem } from './links';

/** A task and the tasks that it names; paths start at the list of tasks. */
export interface LinkedTask {
  readonly path: FilePath;
  readonly id: string | undefined;
  readonly references: readonly {
    readonly id: string;
    readonly path: FilePath;
    readonly isParent: boolean;
  }[];
}

/** A task waits for another task to end. */
interface Wait {
  readonly for: string;
  readonly path: FilePath;
  readonly isSubtask: boolean;
}

const MAX_SHOWN = 12;

/**
 * Finds cycles of tasks that wait for each other: a task waits for its dependencies, a parent for its subtasks.
 * Reports each cycle once, and no task in two of them. Linear in the tasks.
 */
export function findCycleProblems(tasks: readonly LinkedTask[]): readonly LinkProblem[] {
  const waits = buildWaits(tasks);
  const problems: LinkProblem[] = [];
  removeFreeTasks(waits);
  while (waits.size > 0 && problems.length < MAX_PROBLEMS) {
    const cycle = findCycle(waits);
    problems.push(toCycleProblem(cycle));
    for (const [id] of cycle) waits.delete(id);
    removeFreeTasks(waits);
  }
  return problems;
}

function buildWaits(tasks: readonly LinkedTask[]): Map<string, Wait[]> {
  const waits = new Map<string, Wait[]>();
  for (const { id } of tasks) if (id !== undefined) waits.set(id, []);
  for (const { id, references } of tasks) {
    if (id === undefined) continue;
    for (const { id: other, isParent, path } of references) {
      if (other === id || !waits.has(other)) continue;
      const [waiter, waited] = isParent ? [other, id] : [id, other];
      waits.get(waiter)?.push({ for: waited, path, isSubtask: isParent });
    }
  }
  return waits;
}

/** Removes tasks that wait for no other task, repeatedly. */
function removeFreeTasks(waits: Map<string, Wait[]>): void {
  const waiters = new Map<string, string[]>();
  const open = new Map<string, number>();
  for (const [id, own] of waits) {
    const inner = own.filter((wait) => waits.has(wait.for));
    open.set(id, inner.length);
    for (const wait of inner) {
      const known = waiters.get(wait.for);
      if (known === undefined) waiters.set(wait.for, [id]);
      else known.push(id);
    }
  }
  const free = [...open].filter(([, count]) => count === 0).map(([id]) => id);
  for (let id = free.pop(); id !== undefined; id = free.pop()) {
    waits.delete(id);
    for (const waiter of waiters.get(id) ?? []) {
      const left = (open.get(waiter) ?? 0) - 1;
      open.set(waiter, left);
      if (left === 0) free.push(waiter);
    }
  }
}

/** Every task of `waits` waits for another one in it, so following them finds a cycle. */
function findCycle(waits: ReadonlyMap<string, readonly Wait[]>): readonly [string, Wait][] {
  const path = new Map<string, Wait>();
  let [id = ''] = waits.keys();
  while (!path.has(id)) {
    const next = waits.get(id)?.find((wait) => waits.has(wait.for));
    if (next === undefined) throw new Error(`Task ${id} waits for nothing`);
    path.set(id, next);
    id = next.for;
  }
  const entries = [...path];
  return entries.slice(entries.findIndex(([step]) => step === id));
}

function toCycleProblem(cycle: readonly [string, Wait][]): LinkProblem {
  const parts = cycle.map(([id, wait]) =>
    wait.isSubtask
      ? `${showValue(id)} waits for its subtask ${showValue(wait.for)}`
      : `${showValue(id)} depends on ${showValue(wait.for)}`,
  );
  const shown = parts.slice(0, MAX_SHOWN).join(', ');
  const rest = parts.length > MAX_SHOWN ? `, and ${parts.length - MAX_SHOWN} more` : '';
  return {
    path: cycle[0]?.[1].path ?? [],
    at: 'value',
    message: `These tasks would wait for each other forever: ${shown}${rest}. Remove one of these links.`,
  };
}
