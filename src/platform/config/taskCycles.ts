import { MAX_PROBLEMS, showValue, type FilePath, type FileProblem } from './fileProblem';
import type { LooseTask } from './looseFile';

/** A task waits for another task to end. */
interface Wait {
  readonly for: string;
  readonly why: 'dependsOn' | 'subtask';
  /** Position in the file. */
  readonly path: FilePath;
}

const MAX_SHOWN = 12;

/**
 * Finds cycles of tasks that wait for each other: a task waits for its dependencies, a parent for its subtasks.
 * Reports each cycle once, and no task in two of them. Linear in the tasks.
 */
export function findCycleProblems(tasks: readonly LooseTask[]): readonly FileProblem[] {
  const waits = buildWaits(tasks);
  const problems: FileProblem[] = [];
  removeFreeTasks(waits);
  while (waits.size > 0 && problems.length < MAX_PROBLEMS) {
    const cycle = findCycle(waits);
    problems.push(toCycleProblem(cycle));
    for (const [id] of cycle) waits.delete(id);
    removeFreeTasks(waits);
  }
  return problems;
}

function buildWaits(tasks: readonly LooseTask[]): Map<string, Wait[]> {
  const waits = new Map<string, Wait[]>();
  for (const { id } of tasks) if (id !== undefined) waits.set(id, []);
  for (const task of tasks) {
    const { id, parent } = task;
    if (id === undefined) continue;
    const place = ['tasks', task.index];
    for (const { id: other, index } of task.dependsOn)
      if (other !== id && waits.has(other))
        waits.get(id)?.push({ for: other, why: 'dependsOn', path: [...place, 'dependsOn', index] });
    if (parent !== undefined && parent !== id)
      waits.get(parent)?.push({ for: id, why: 'subtask', path: [...place, 'parent'] });
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

function toCycleProblem(cycle: readonly [string, Wait][]): FileProblem {
  const parts = cycle.map(([id, wait]) =>
    wait.why === 'dependsOn'
      ? `${showValue(id)} depends on ${showValue(wait.for)}`
      : `${showValue(id)} waits for its subtask ${showValue(wait.for)}`,
  );
  const shown = parts.slice(0, MAX_SHOWN).join(', ');
  const rest = parts.length > MAX_SHOWN ? `, and ${parts.length - MAX_SHOWN} more` : '';
  return {
    path: cycle[0]?.[1].path ?? ['tasks'],
    at: 'value',
    message: `These tasks would wait for each other forever: ${shown}${rest}. Remove one of these links.`,
  };
}
