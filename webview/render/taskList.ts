import {
  isTaskView,
  MAX_CARDS,
  type DashboardView,
  type ShownTask,
} from '../../src/protocol/dashboardView';
import type { WantedAnswer } from '../../src/protocol/messages';
import type { TaskFilter } from '../savedState';
import { matches } from '../taskFilter';
import { html, nothing, type Content, type TemplateResult } from '../template';
import { groupOf, type Group } from '../words';
import { toggleAddTask } from './addTaskPanel';
import { button } from './button';
import type { Context, Scope } from './context';
import { describeShown, filterBar, type FilterBarView } from './filterBar';
import { createDragTasks } from './list/dragTasks';
import { createListKeys } from './list/listKeys';
import { createMoveTask, createSendMove, type MoveTask } from './list/moveTask';
import { createRowFocus, rowAround } from './list/rowFocus';
import { createTaskEntry, type TaskEntry, type TaskEntryView } from './taskEntry';
import { createTaskGroup, type TaskGroup } from './taskGroup';

type Ready = Extract<DashboardView, { kind: 'ready' }>;

const HEADINGS: readonly (readonly [Group, string])[] = [
  ['needsYou', 'Needs you'],
  ['open', 'Tasks'],
  ['finished', 'Done and skipped'],
];

/** Said once to screen readers, on the way into the list. */
const HOW_TO =
  'Press Up or Down to go through the tasks, Right to reach the actions of a task and Escape to return to the task. Press Alt+Up or Alt+Down to move the task.';

const NO_FILTER: TaskFilter = { text: '', status: '' };

export interface TaskListOptions {
  readonly redraw: () => void;
  /** The form for a new task. */
  readonly form: Scope;
  /** Called when all tasks to show are on the page. */
  readonly onDrawn: () => void;
}

/** The list of tasks in three groups, those that need the user first; an entry is moved, never rebuilt. */
export interface TaskList {
  readonly content: (view: Ready) => Content;
  /** Updates the entries; to be called once they are in their places. */
  readonly settle: () => void;
  /** Shows a task that needs the user, with the focus in its form; false while that is not possible. */
  readonly answer: (view: Ready, wanted: WantedAnswer) => boolean;
}

/** Creates the list without entries. */
export function createTaskList(context: Context, options: TaskListOptions): TaskList {
  const { redraw, form, onDrawn } = options;
  const { state } = context;
  const send = createSendMove(context);
  const moveTask = createMoveTask(send, context);
  const entries = createEntries(context, moveTask);
  const groups = HEADINGS.map(([group, heading]) =>
    createTaskGroup(state, { group, heading, redraw, entryOf: entries.of }),
  );
  const groupWith = (task: ShownTask): TaskGroup | undefined =>
    groups.find(({ group }) => group === groupOf(task));
  const focus = createRowFocus();
  const keys = createListKeys(moveTask);
  const drag = createDragTasks(send);
  const follow = ({ target }: Event): void => {
    const row = rowAround(target);
    if (row === undefined) return;
    // A press beside the controls of a row is one on the row.
    if (target instanceof Element && target.matches('.cell')) row.focus({ preventScroll: true });
    focus.choose(row);
  };
  /** Whether the user has just changed the filter: only its own result is announced. */
  let filtering = false;
  const onChange = (change: Partial<TaskFilter>): void => {
    state.update({ filter: { ...state.current.filter, ...change } });
    filtering = true;
    redraw();
  };
  const tell = (bar: FilterBarView): void => {
    if (filtering && describeShown(bar) !== '') context.announcer.say(describeShown(bar));
    filtering = false;
  };
  return {
    content: (view) => {
      entries.keep(view);
      if (view.tasks.length === 0)
        return state.current.addTask.open ? nothing : noTasks(() => toggleAddTask(form));
      const many = view.tasks.length > MAX_CARDS;
      const filter = many ? state.current.filter : NO_FILTER;
      const tasks = view.tasks.filter((task) => matches(task, filter));
      const bar = { tasks: view.tasks, shown: tasks.length, filter, onChange };
      if (many) tell(bar);
      const filtered = filter.text.trim() !== '' || filter.status !== '';
      const content = groups.map((each) => {
        const own = tasks.filter((task) => groupOf(task) === each.group);
        return each.content({ entries: viewsOf(view, runningFirst(own)), filtered });
      });
      return html`${many ? filterBar(bar) : nothing}
        <div
          class="task-list"
          role="treegrid"
          aria-label="Tasks"
          aria-description=${HOW_TO}
          @keydown=${keys}
          @focusin=${follow}
          @dragstart=${drag.onStart}
          @dragover=${drag.onOver}
          @drop=${drag.onDrop}
          @dragend=${drag.onEnd}
          >${content}</div
        >`;
    },
    settle: () => {
      for (const group of groups) group.settle();
      focus.settle(document.querySelector('.task-list'));
      if (groups.every((group) => group.isDrawn())) onDrawn();
    },
    answer: ({ tasks }, { taskId, question }) => {
      const task = tasks.find(({ id }) => id === taskId);
      if (task === undefined) return false;
      if (!matches(task, state.current.filter)) state.update({ filter: NO_FILTER });
      state.update({ figures: false });
      groupWith(task)?.open();
      redraw();
      return entries.find(taskId)?.answer(question) ?? false;
    },
  };
}

/** The entries by task; a task with the same id in another folder is another task. */
function createEntries(
  context: Context,
  moveTask: MoveTask,
): {
  readonly of: (view: TaskEntryView) => TaskEntry;
  readonly find: (taskId: string) => TaskEntry | undefined;
  readonly keep: (view: Ready) => void;
} {
  const entries = new Map<string, TaskEntry>();
  let folder: string | undefined;
  return {
    of: ({ task: { id } }) => {
      const entry = entries.get(id) ?? createTaskEntry(context, id, moveTask);
      entries.set(id, entry);
      return entry;
    },
    find: (taskId) => entries.get(taskId),
    keep: (view) => {
      const isOther = folder !== undefined && folder !== view.folder;
      ({ folder } = view);
      const ids = new Set(isOther ? [] : view.tasks.map((task) => task.id));
      for (const [id, entry] of entries) {
        if (ids.has(id)) continue;
        entry.remove();
        entries.delete(id);
      }
    },
  };
}

function runningFirst(tasks: readonly ShownTask[]): readonly ShownTask[] {
  const running = tasks.filter((task) => task.status === 'in_progress');
  return [...running, ...tasks.filter((task) => task.status !== 'in_progress')];
}

function viewsOf(view: Ready, tasks: readonly ShownTask[]): readonly TaskEntryView[] {
  const { agents, maxPivots, run } = view;
  const many = view.tasks.length > MAX_CARDS;
  const amongOthers = view.progress?.atWork !== undefined;
  return tasks.map((task, index) => {
    const above = tasks[index - 1];
    const indented =
      task.parent !== undefined && (above?.id === task.parent || above?.parent === task.parent);
    const foldable = many || !isTaskView(task);
    return { task, agents, maxPivots, run, amongOthers, indented, foldable };
  });
}

function noTasks(onPress: () => void): TemplateResult {
  return html`<div class="no-tasks"
    ><p>devs.yaml has no tasks. Add the first task here, or write it in the file.</p
    ><div class="actions"
      >${button({ action: 'addFirstTask', label: 'Add task', appearance: 'primary', onPress })}</div
    ></div
  >`;
}
