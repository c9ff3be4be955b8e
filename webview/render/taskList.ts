import {
  isTaskView,
  MAX_CARDS,
  type DashboardView,
  type ShownTask,
} from '../../src/protocol/dashboardView';
import { matches } from '../taskFilter';
import { STATUS_WORDS, type Group } from '../words';
import { createButton } from './button';
import type { Context } from './context';
import { h, setShown, type Part } from './dom';
import { createFilterBar } from './filterBar';
import { createTaskEntry, type TaskEntry, type TaskEntryView } from './taskEntry';
import { createTaskGroup } from './taskGroup';

type Ready = Extract<DashboardView, { kind: 'ready' }>;

const HEADINGS: readonly (readonly [Group, string])[] = [
  ['needsYou', 'Needs you'],
  ['open', 'Tasks'],
  ['finished', 'Finished'],
];

/** Creates the list of tasks in three groups, those that need the user first; an entry is moved, never rebuilt. */
export function createTaskList(context: Context, onAddTask: () => void): Part<Ready> {
  const entries = new Map<string, TaskEntry>();
  const entryOf = ({ task: { id } }: TaskEntryView): TaskEntry => {
    const known = entries.get(id);
    if (known !== undefined) return known;
    const entry = createTaskEntry(context, id);
    entries.set(id, entry);
    return entry;
  };
  const drawn = (): void => {
    if (groups.every(({ part }) => part.isDrawn())) context.onDrawn();
  };
  const groups = HEADINGS.map(([group, heading]) => ({
    group,
    part: createTaskGroup(context, { group, heading, entryOf, onDrawn: drawn }),
  }));
  const none = createNoTasks(onAddTask);
  let shown: Ready | undefined;
  const filter = createFilterBar(context, () => {
    if (shown !== undefined) draw(shown);
  });
  const element = h(
    'div',
    { class: 'tasks' },
    none,
    filter.element,
    ...groups.map(({ part }) => part.element),
  );

  const draw = (view: Ready): void => {
    const many = view.tasks.length > MAX_CARDS;
    const wanted = many ? context.state.current.filter : { text: '', status: '' };
    const tasks = view.tasks.filter((task) => matches(task, wanted));
    filter.update({ tasks: view.tasks, shown: tasks.length, many });
    const filtered = wanted.text.trim() !== '' || wanted.status !== '';
    const kept = new Set(tasks.map(({ id }) => id));
    for (const { part } of groups) part.removeStrays(kept);
    for (const { group, part } of groups) {
      const own = tasks.filter((task) => STATUS_WORDS[task.status].group === group);
      part.update({ entries: viewsOf(view, runningFirst(own)), filtered });
    }
    // Last, so that an entry that changed its group was moved and kept its focus.
    for (const { part } of groups) part.removeStrays();
    drawn();
  };

  return {
    element,
    update: (view) => {
      // A task with the same id in another folder is another task.
      const isOther = shown !== undefined && shown.folder !== view.folder;
      shown = view;
      forgetGone(entries, isOther ? [] : view.tasks);
      setShown(none, view.tasks.length === 0);
      draw(view);
    },
  };
}

function runningFirst(tasks: readonly ShownTask[]): readonly ShownTask[] {
  const running = tasks.filter((task) => task.status === 'in_progress');
  return [...running, ...tasks.filter((task) => task.status !== 'in_progress')];
}

function viewsOf(view: Ready, tasks: readonly ShownTask[]): readonly TaskEntryView[] {
  const { agents, maxPivots } = view;
  const many = view.tasks.length > MAX_CARDS;
  return tasks.map((task, index) => {
    const above = tasks[index - 1];
    const indented =
      task.parent !== undefined && (above?.id === task.parent || above?.parent === task.parent);
    const foldable = many || !isTaskView(task);
    return { task, agents, maxPivots, indented, foldable };
  });
}

function createNoTasks(onAddTask: () => void): HTMLElement {
  const add = createButton({ action: 'addFirstTask', label: 'Add task', appearance: 'primary' });
  add.onPress(onAddTask);
  return h(
    'div',
    { class: 'no-tasks' },
    h('p', {}, 'devs.yaml has no tasks. Add the first one here, or write it into the file.'),
    h('div', { class: 'actions' }, add.element),
  );
}

function forgetGone(entries: Map<string, TaskEntry>, tasks: readonly ShownTask[]): void {
  const ids = new Set(tasks.map((task) => task.id));
  for (const [id, entry] of entries) {
    if (ids.has(id)) continue;
    entry.remove();
    entries.delete(id);
  }
}
