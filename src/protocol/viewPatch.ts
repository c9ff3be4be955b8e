import type { DashboardView, ShownTask } from './dashboardView';

type Ready = Extract<DashboardView, { kind: 'ready' }>;

/** What differs between two views with tasks. JSON only. */
export interface ViewChange {
  /** Tasks that are new or differ, whole. */
  readonly tasks: readonly ShownTask[];
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
export function isEmpty({ tasks, removed, order, rest }: ViewChange): boolean {
  return tasks.length + removed.length === 0 && order === undefined && rest === undefined;
}

/** What leads from one view to the other; undefined unless both show tasks. */
export function diffViews(before: DashboardView, after: DashboardView): ViewChange | undefined {
  if (before.kind !== 'ready' || after.kind !== 'ready') return undefined;
  const { tasks: tasksBefore, ...restBefore } = before;
  const { tasks, ...rest } = after;
  const known = new Map(tasksBefore.map((task) => [task.id, task]));
  const ids = new Set(tasks.map(({ id }) => id));
  const changed = tasks.filter((task) => {
    const old = known.get(task.id);
    return old === undefined || (old !== task && jsonOf(old) !== jsonOf(task));
  });
  const expected = orderAfter([...known.keys()], ids, changed);
  const inOrder = tasks.every(({ id }, index) => expected[index] === id);
  return {
    tasks: changed,
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
  const order = change.order ?? [...tasks.keys()];
  const ordered = order.flatMap((id) => tasks.get(id) ?? []);
  if (ordered.length !== tasks.size || new Set(order).size !== order.length) return undefined;
  return { ...(change.rest ?? view), tasks: ordered };
}

/** Whether something that came as a patch is one, as far as telling that takes no library. */
export function isViewPatch(value: unknown): value is ViewPatch {
  if (!isRecord(value)) return false;
  const { revision, base, tasks, removed, order, rest } = value;
  return (
    Number.isSafeInteger(revision) &&
    Number.isSafeInteger(base) &&
    Array.isArray(tasks) &&
    tasks.every((task) => isRecord(task) && typeof task['id'] === 'string') &&
    isTexts(removed) &&
    (order === undefined || isTexts(order)) &&
    (rest === undefined || (isRecord(rest) && rest['kind'] === 'ready'))
  );
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

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((text) => typeof text === 'string');
}
