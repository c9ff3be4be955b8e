import { isTaskView, type ShownTask, type TaskView } from '../../src/protocol/dashboardView';
import type { RunActivity } from '../../src/model/overview/runActivity';
import { isWaiting } from '../../src/model/overview/overview';
import { taskSection } from '../savedState';
import { flag, html, nothing, render, type TemplateResult } from '../template';
import { groupOf } from '../words';
import type { Context, ListedTaskScope } from './context';
import type { MoveTask } from './list/moveTask';
import { slotCell } from './list/rowFocus';
import { createRedraw } from './redraw';
import { focusAnswer } from './resumeForm';
import { createSender, messageOf } from './sender';
import { taskCard } from './taskCard';
import { taskLine } from './taskLine';

/** A task with the data of its list entry. */
export interface TaskEntryView {
  readonly task: ShownTask;
  readonly agents: readonly string[];
  readonly maxPivots: number;
  readonly run: RunActivity;
  /** Whether other tasks are at work at the same time. */
  readonly amongOthers: boolean;
  /** Whether the entry above is its parent or a sibling. */
  readonly indented: boolean;
  /** Whether the user can open and close it, as among many tasks. */
  readonly foldable: boolean;
}

/** An entry of the list, drawn by itself: an update of one task touches no other. */
export interface TaskEntry {
  readonly element: HTMLElement;
  readonly update: (view: TaskEntryView) => void;
  /** Opens the card of a task that needs the user, with the focus in its form or the box of the question; false while there is none. */
  readonly answer: (question?: string) => boolean;
  /** Takes it off the page and ends its clock. */
  readonly remove: () => void;
}

let lastId = 0;

/** Creates the entry of a task: its card, or among many tasks a line that opens the card. */
export function createTaskEntry(context: Context, id: string, moveTask: MoveTask): TaskEntry {
  const { state, host, announcer } = context;
  // The list moves the element, its parts stay with it.
  const place = document.createDocumentFragment();
  const elementId = `task-${++lastId}`;
  let shown: TaskEntryView | undefined;
  /** The last complete task: a card stays even if only a line arrives. */
  let whole: TaskView | undefined;

  const redraw = createRedraw(
    () => element,
    () => void render(entry(), place),
  );
  const sender = createSender(context, redraw);
  const card = { turn: undefined, stepOpen: false, answered: new Set<string>() };
  const move: ListedTaskScope['move'] = (direction) => moveTask(element, direction);
  const scope: ListedTaskScope = { ...context, redraw, sender, taskId: id, elementId, card, move };
  const toggle = (): void => {
    state.setOpen(taskSection(id), !isOpened());
    redraw();
    tellHost();
  };
  const tellHost = (): void => {
    host.request('openTasks', { taskIds: state.openTasks() }).catch((error: unknown) => {
      announcer.show(messageOf(error));
    });
  };
  const isWanted = (): boolean =>
    shown !== undefined &&
    (!shown.foldable || state.isOpen(taskSection(id), isTaskView(shown.task)));
  const isOpened = (): boolean => isWanted() && whole !== undefined;
  /** A card that is visible or focused stays, even if the host sends only its line. */
  const keeps = ({ task }: TaskEntryView): boolean =>
    isOpened() && (groupOf(task) === 'needsYou' || element.contains(document.activeElement));

  const entry = (): TemplateResult => {
    const opened = isOpened() ? whole : undefined;
    const { task, run = 'IDLE', indented = false, foldable = false } = shown ?? {};
    const line =
      task === undefined || !foldable
        ? nothing
        : taskLine({
            task,
            run,
            open: opened !== undefined,
            busy: isWanted() && opened === undefined,
            onPress: toggle,
          });
    return html`<li
      data-task=${id}
      class=${opened === undefined ? 'row' : 'card'}
      role="row"
      tabindex="-1"
      aria-level=${indented ? 3 : 2}
      aria-expanded=${foldable ? String(opened !== undefined) : nothing}
      aria-busy=${flag(isWanted() && opened === undefined)}
      data-status=${task?.status ?? nothing}
      data-group=${task === undefined ? nothing : groupOf(task)}
      data-subtask=${flag(indented)}
      data-foldable=${flag(foldable)}
      data-waiting=${flag(opened !== undefined && isWaiting(opened))}
      aria-labelledby=${opened === undefined ? nothing : `${elementId}-title`}
      ><div class="cell" role="gridcell"
        >${line}${opened === undefined || shown === undefined ? nothing : taskCard(scope, { ...shown, task: opened })}</div
      ></li
    >`;
  };
  render(entry(), place);
  const element = place.querySelector('li') as HTMLElement;
  slotCell(element);

  return {
    element,
    update: (view) => {
      if (shown !== undefined && isSame(shown, view, isOpened())) return;
      const { task } = view;
      if (isTaskView(task)) whole = task;
      else if (view.foldable && state.isOpen(taskSection(id), keeps(view))) {
        if (!state.isOpen(taskSection(id), false)) {
          state.setOpen(taskSection(id), true);
          tellHost();
        }
      } else whole = undefined;
      shown = view;
      redraw();
    },
    answer: (question) => {
      if (shown?.foldable === true && !isOpened()) toggle();
      if (whole === undefined || groupOf(whole) !== 'needsYou') return false;
      focusAnswer(scope, whole, question);
      for (const part of ['.card-head', '.needs-you, .asked-group', ':focus']) {
        element.querySelector(part)?.scrollIntoView({ block: 'nearest' });
      }
      return true;
    },
    remove: () => {
      element.remove();
      render(nothing, place);
    },
  };
}

/** Whether the entry is unchanged; a line depends only on its task. */
function isSame(before: TaskEntryView, now: TaskEntryView, hasCard: boolean): boolean {
  if (before.task !== now.task || before.indented !== now.indented) return false;
  if (before.foldable !== now.foldable) return false;
  if (before.run !== now.run && now.task.status === 'in_progress') return false;
  if (!hasCard) return true;
  return (
    before.maxPivots === now.maxPivots &&
    before.amongOthers === now.amongOthers &&
    before.agents.length === now.agents.length &&
    before.agents.every((agent, index) => agent === now.agents[index])
  );
}
