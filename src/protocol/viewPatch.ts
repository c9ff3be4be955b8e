import type { RunningSteps } from '../model/steps/step';
import { isTaskView, type DashboardView, type ShownTask } from './dashboardView';

type Ready = Extract<DashboardView, { kind: 'ready' }>;

/** Current activity of a task's agent; without `steps` it is no longer known. */
export interface ChangedSteps {
  readonly id: string;
  readonly steps?: RunningSteps;
}

/** Difference between two views with tasks. JSON only. */
export interface ViewChange {
  /** New and changed tasks, complete. */
  readonly tasks: readonly ShownTask[];
  /** Tasks whose activity alone changed, which happens several times a second: sent without the rest. */
  readonly steps: readonly ChangedSteps[];
  /** Ids of removed tasks. */
  readonly removed: readonly string[];
  /** Ids of all tasks in order; absent if the previous order holds after removals, with new tasks at the end. */
  readonly order?: readonly string[];
  /** Everything except the tasks; absent if unchanged. */
  readonly rest?: Omit<Ready, 'tasks'>;
}

/** A change with its base and its resulting revision; a page with another revision must request the whole view. */
export interface ViewPatch extends ViewChange {
  readonly revision: number;
  readonly base: number;
}

/** Whether a change is empty. */
export function isEmpty({ tasks, steps, removed, order, rest }: ViewChange): boolean {
  const named = tasks.length + steps.length + removed.length;
  return named === 0 && order === undefined && rest === undefined;
}

/** Computes the change from one view to the other; undefined unless both show tasks. */
export function diffViews(before: DashboardView, after: DashboardView): ViewChange | undefined {
  if (before.kind !== 'ready' || after.kind !== 'ready') return undefined;
  const { tasks: tasksBefore, ...restBefore } = before;
  const { tasks, ...rest } = after;
  const known = new Map(tasksBefore.map((task) => [task.id, task]));
  const ids = new Set(tasks.map(({ id }) => id));
  const changed: ShownTask[] = [];
  const steps: ChangedSteps[] = [];
  for (const task of tasks) {
    const old = known.get(task.id);
    if (old !== undefined && (old === task || jsonOf(old) === jsonOf(task))) continue;
    const taken = old && changedSteps(old, task);
    if (taken === undefined) changed.push(task);
    else steps.push(taken);
  }
  const expected = orderAfter([...known.keys()], ids, changed);
  const inOrder = tasks.every(({ id }, index) => expected[index] === id);
  return {
    tasks: changed,
    steps,
    removed: [...known.keys()].filter((id) => !ids.has(id)),
    ...(inOrder ? {} : { order: [...ids] }),
    ...(jsonOf(restBefore) === jsonOf(rest) ? {} : { rest }),
  };
}

/**
 * Applies a change to a view; unaffected tasks stay the same objects. Undefined if it does not fit this view: the page
 * must then request the whole view.
 */
export function applyChange(view: Ready, change: ViewChange): Ready | undefined {
  const tasks = new Map(view.tasks.map((task) => [task.id, task]));
  for (const id of change.removed) if (!tasks.delete(id)) return undefined;
  for (const task of change.tasks) tasks.set(task.id, task);
  for (const { id, steps } of change.steps) {
    const task = tasks.get(id);
    if (task === undefined || !isTaskView(task)) return undefined;
    tasks.set(id, { ...task, steps });
  }
  const order = change.order ?? [...tasks.keys()];
  const ordered = order.flatMap((id) => tasks.get(id) ?? []);
  if (ordered.length !== tasks.size || new Set(order).size !== order.length) return undefined;
  return { ...(change.rest ?? view), tasks: ordered };
}

/** Whether a received value is a patch; checked without a library. */
export function isViewPatch(value: unknown): value is ViewPatch {
  if (!isRecord(value)) return false;
  const { revision, base, tasks, steps, removed, order, rest } = value;
  return (
    Number.isSafeInteger(revision) &&
    Number.isSafeInteger(base) &&
    [tasks, steps].every(isNamed) &&
    isTexts(removed) &&
    (order === undefined || isTexts(order)) &&
    (rest === undefined || (isRecord(rest) && rest['kind'] === 'ready'))
  );
}

/** Undefined unless only their steps differ. */
function changedSteps(before: ShownTask, after: ShownTask): ChangedSteps | undefined {
  if (!isTaskView(before) || !isTaskView(after)) return undefined;
  const { steps: stepsBefore, ...rest } = before;
  const { steps, ...restAfter } = after;
  if (stepsBefore === steps || JSON.stringify(rest) !== JSON.stringify(restAfter)) return undefined;
  return { id: after.id, ...(steps === undefined ? {} : { steps }) };
}

function orderAfter(
  before: readonly string[],
  kept: ReadonlySet<string>,
  changed: readonly ShownTask[],
): readonly string[] {
  return [...new Set([...before.filter((id) => kept.has(id)), ...changed.map(({ id }) => id)])];
}

const texts = new WeakMap<object, string>();

/** Cached, since each view is compared with the previous and the next one. */
function jsonOf(value: object): string {
  const known = texts.get(value);
  if (known !== undefined) return known;
  const text = JSON.stringify(value);
  texts.set(value, text);
  return text;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether the value is a list of records, each with an id. */
function isNamed(value: unknown): boolean {
  return (
    Array.isArray(value) && value.every((each) => isRecord(each) && typeof each['id'] === 'string')
  );
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((text) => typeof text === 'string');
}
