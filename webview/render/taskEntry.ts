import { isTaskView, type ShownTask, type TaskView } from '../../src/protocol/dashboardView';
import { taskSection } from '../savedState';
import { STATUS_WORDS } from '../words';
import type { Context } from './context';
import { h, setAttribute, type Part } from './dom';
import { createTaskCard, type TaskCard } from './taskCard';
import { createTaskLine } from './taskLine';

/** A task with the data of its list entry. */
export interface TaskEntryView {
  readonly task: ShownTask;
  readonly agents: readonly string[];
  readonly maxPivots: number;
  /** Whether the entry above is its parent or a sibling. */
  readonly indented: boolean;
  /** Whether the user can open and close it, as among many tasks. */
  readonly foldable: boolean;
}

/** An entry of the list. */
export interface TaskEntry extends Part<TaskEntryView> {
  remove(): void;
}

/** Creates the entry of a task: its card, or among many tasks a line that opens the card. Updated in place. */
export function createTaskEntry(context: Context, id: string): TaskEntry {
  const { state, host, announcer } = context;
  const element = h('li', { 'data-task': id });
  const line = createTaskLine(() => toggle());
  let shown: TaskEntryView | undefined;
  /** The last complete task: a card stays even if only a line arrives. */
  let whole: TaskView | undefined;
  let card: TaskCard | undefined;

  const toggle = (): void => {
    if (shown === undefined) return;
    state.setOpen(taskSection(id), !line.isOpen());
    draw(shown);
    tellHost();
  };
  const tellHost = (): void => {
    host.request('openTasks', { taskIds: state.openTasks() }).catch((error: unknown) => {
      announcer.show(error instanceof Error ? error.message : String(error));
    });
  };
  /** A card that is visible or focused stays, even if the host sends only its line. */
  const keeps = (view: TaskEntryView): boolean =>
    card !== undefined &&
    (STATUS_WORDS[view.task.status].group === 'needsYou' ||
      element.contains(document.activeElement));

  const draw = (view: TaskEntryView): void => {
    const { task, foldable } = view;
    const wanted = !foldable || state.isOpen(taskSection(id), isTaskView(task));
    const opened = wanted && whole !== undefined;
    setAttribute(element, 'class', opened ? 'card' : 'row');
    setAttribute(element, 'data-status', task.status);
    setAttribute(element, 'data-group', STATUS_WORDS[task.status].group);
    setAttribute(element, 'data-subtask', view.indented ? 'true' : undefined);
    setAttribute(element, 'data-foldable', foldable ? 'true' : undefined);
    if (foldable && !line.element.isConnected) element.prepend(line.element);
    if (!foldable) line.element.remove();
    line.update({ task, open: opened, busy: wanted && !opened });
    if (!opened) {
      card?.remove();
      card = undefined;
      return;
    }
    card ??= createTaskCard(context, element, id);
    card.update({ ...view, task: whole ?? (task as TaskView) });
  };

  return {
    element,
    update: (view) => {
      if (shown !== undefined && isSame(shown, view, card !== undefined)) return;
      const { task } = view;
      if (isTaskView(task)) whole = task;
      else if (view.foldable && state.isOpen(taskSection(id), keeps(view))) {
        if (!state.isOpen(taskSection(id), false)) {
          state.setOpen(taskSection(id), true);
          tellHost();
        }
      } else whole = undefined;
      shown = view;
      draw(view);
    },
    remove: () => {
      card?.remove();
      element.remove();
    },
  };
}

/** Whether the entry is unchanged; a line depends only on its task. */
function isSame(before: TaskEntryView, now: TaskEntryView, hasCard: boolean): boolean {
  if (before.task !== now.task || before.indented !== now.indented) return false;
  if (before.foldable !== now.foldable) return false;
  if (!hasCard) return true;
  return (
    before.maxPivots === now.maxPivots &&
    before.agents.length === now.agents.length &&
    before.agents.every((agent, index) => agent === now.agents[index])
  );
}
