import { MAX_PROBLEMS, showValue, type FilePath, type FileProblem } from './fileProblem';
import type { LooseTask } from './looseFile';

/** One task waits for another to finish. */
interface Wait {
  readonly for: string;
  readonly why: 'dependsOn' | 'subtask';
  /** Where the file says so. */
  readonly path: FilePath;
}

const SHOWN_AT_MOST = 12;

/**
 * Tasks that would wait for each other for ever: a task waits for what it depends on, a parent for
 * its subtasks. Each cycle found is told once, and no task is in two of them. Linear in the tasks.
 */
export function cycleProblems(tasks: readonly LooseTask[]): readonly FileProblem[] {
  const waits = waitsOf(tasks);
  const problems: FileProblem[] = [];
  peel(waits);
  while (waits.size > 0 && problems.length < MAX_PROBLEMS) {
    const cycle = findCycle(waits);
    problems.push(cycleProblem(cycle));
    for (const [id] of cycle) waits.delete(id);
    peel(waits);
  }
  return problems;
}

function waitsOf(tasks: readonly LooseTask[]): Map<string, Wait[]> {
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

/** Takes away every task that does not wait for one of the others, until none is left. */
function peel(waits: Map<string, Wait[]>): void {
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

/** Every task of `waits` waits for another of them, so following them comes round. */
function findCycle(waits: ReadonlyMap<string, readonly Wait[]>): readonly [string, Wait][] {
  const way = new Map<string, Wait>();
  let [id = ''] = waits.keys();
  while (!way.has(id)) {
    const next = waits.get(id)?.find((wait) => waits.has(wait.for));
    if (next === undefined) throw new Error(`Task ${id} waits for nothing`);
    way.set(id, next);
    id = next.for;
  }
  const steps = [...way];
  return steps.slice(steps.findIndex(([step]) => step === id));
}

function cycleProblem(cycle: readonly [string, Wait][]): FileProblem {
  const said = cycle.map(([id, wait]) =>
    wait.why === 'dependsOn'
      ? `${showValue(id)} depends on ${showValue(wait.for)}`
      : `${showValue(id)} waits for its subtask ${showValue(wait.for)}`,
  );
  const shown = said.slice(0, SHOWN_AT_MOST).join(', ');
  const rest = said.length > SHOWN_AT_MOST ? `, and ${said.length - SHOWN_AT_MOST} more` : '';
  return {
    path: cycle[0]?.[1].path ?? ['tasks'],
    at: 'value',
    message: `These tasks would wait for each other for ever: ${shown}${rest}. Remove one of these links.`,
  };
}
