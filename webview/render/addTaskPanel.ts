import type { SuggestedTask } from '../../src/protocol/messages';
import { suggestId } from '../../src/model/task/taskId';
import { EMPTY_ADD_TASK } from '../savedState';
import { html, nothing, type Content } from '../template';
import type { AddFormScope } from './addSeveral';
import type { AddTaskView } from './addTaskForm';
import type { Scope } from './context';
import { FIRST_NEW_FIELD, focusOn } from './focusOn';
import { createLazyPart } from './lazyPart';

const form = createLazyPart(async () => (await import('./addTaskForm')).addTaskForm);

/** Opens the form for a new task with the focus in its first field, or closes it; the input is kept. */
export function toggleAddTask({ state, redraw }: Scope): void {
  const open = !state.current.addTask.open;
  state.update({ addTask: { ...state.current.addTask, open } });
  redraw();
  if (open) focusFirst(redraw);
  else focusOn('[data-action="addTask"]');
}

/** Opens the form for a new task with a suggestion in it, which the user may change; keeps what they wrote before. */
export function suggestTask(scope: Scope, { title, goal }: SuggestedTask): void {
  const { state, redraw, announcer } = scope;
  const { addTask } = state.current;
  const isEmpty = addTask.title.trim() === '' && addTask.goal.trim() === '';
  const suggested = { ...EMPTY_ADD_TASK, list: addTask.list, title, goal, id: suggestId(title) };
  const task = isEmpty ? suggested : addTask;
  state.update({ addTask: { ...task, open: true, several: false } });
  if (!isEmpty && addTask.goal !== goal) announcer.show(KEPT);
  redraw();
  focusFirst(redraw);
}

const KEPT = 'The form still contains another task. Add that task or clear the form first.';

function focusFirst(redraw: () => void): void {
  form.whenLoaded(() => {
    redraw();
    focusOn(FIRST_NEW_FIELD);
  });
}

/** Loads the form once the page has nothing else to do, so that it takes what is typed as soon as it is opened. */
export function preloadAddTask(): void {
  requestIdleCallback(() => form.whenLoaded(() => undefined));
}

/** The form for new tasks, loaded when it is first opened, if not before. */
export function addTaskPanel(scope: AddFormScope, view: AddTaskView): Content {
  if (!scope.state.current.addTask.open) return nothing;
  const draw = form.current();
  if (draw === undefined) {
    form.whenLoaded(scope.redraw);
    return nothing;
  }
  return draw === 'failed'
    ? html`<p class="muted"
        >The form could not be loaded. To add tasks in a terminal, run <code>devs add</code>.</p
      >`
    : draw(scope, view, () => toggleAddTask(scope));
}
