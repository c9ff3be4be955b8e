import type { RunningSteps } from '../model/steps/step';
import { isTaskView, type DashboardView, type ShownTask } from './dashboardView';

type Ready = Extract<DashboardView, { kind: 'ready' }>;

/** What the agent of a task does now; without `steps` nothing is known of it any more. */
export interface ChangedSteps {
  readonly id: string;
  readonly steps?: RunningSteps;
}

/** What differs between two views with tasks. JSON only. */
export interface ViewChange {
  /** Tasks that are new or differ, whole. */
  readonly tasks: readonly ShownTask[];
  /** Tasks of which nothing else differs: several times a second, so not whole. */
  readonly steps: readonly ChangedSteps[];
  /** Ids of tasks that are gone. */
  readonly removed: readonly string[];
  /** Ids of all tasks in their order; absent while it is the one before, without those gone and with new ones at its end. */
  readonly order?: readonly string[];
  /** Everything besides the tasks; absent when nothing of it differs. */
  readonly rest?: Omit<Ready, 'tasks'>;
}

/** A change with the revision it leads to and the one it starts from; any other view must be asked for whole. */
export interface ViewPatch extends ViewChange {
  readonly revision: number;
  readonly base: number;
}

/** True when a change changes nothing. */
export function isEmpty({ tasks, steps, removed, order, rest }: ViewChange): boolean {
  const named = tasks.length + steps.length + removed.length;
  return named === 0 && order === undefined && rest === undefined;
}

/** What leads from one view to the other; undefined unless both show tasks. */
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
 * The view after a change; tasks that it does not name stay the same objects. Undefined when it does not
 * fit this view: then the whole must be asked for.
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

/** Whether something that came as a patch is one, as far as telling that takes no library. */
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

/** Undefined unless the two differ in their steps alone. */
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

/** Kept: each view is compared with the one before and with the one after. */
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

/** Whether it is a list of records, each with an id. */
function isNamed(value: unknown): boolean {
  return (
    Array.isArray(value) && value.every((each) => isRecord(each) && typeof each['id'] === 'string')
  );
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((text) => typeof text === 'string');
}
