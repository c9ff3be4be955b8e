import { suggestId } from '../format';
import { EMPTY_ADD_TASK, type AddTaskDraft } from '../savedState';
import { html, live, type TemplateResult } from '../template';
import type { TextInput } from '../toolkit';
import { alert } from './alert';
import { button, press, sending, type ButtonView } from './button';
import type { Scope } from './context';

type FieldName = Exclude<keyof AddTaskDraft, 'open'>;

const NAMES: readonly FieldName[] = ['title', 'id', 'goal', 'verify'];

/** Opens the form for a new task with the focus in its first field, or closes it; the input is kept. */
export function toggleAddTask({ state, redraw }: Scope): void {
  const open = !state.current.addTask.open;
  state.update({ addTask: { ...state.current.addTask, open } });
  redraw();
  focusOn(open ? '.add-task [name="title"]' : '[data-action="addTask"]');
}

/** The form; Escape closes it, Ctrl/Cmd+Enter adds the task, then the focus returns to the button that opened it. */
export function addTaskForm(scope: Scope): TemplateResult {
  const draft = scope.state.current.addTask;
  const close = (): void => toggleAddTask(scope);
  const add = addButton(scope);
  const onInput = ({ target }: Event): void => {
    const { value } = target as TextInput;
    const name = NAMES.find((each) => each === (target as TextInput).getAttribute('name'));
    if (name === undefined) return;
    scope.state.update({ addTask: typed(scope.state.current.addTask, name, value) });
    scope.redraw();
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) press(add, event);
  };
  const onSubmit = (event: Event): void => event.preventDefault();
  return html`<form
    class="form add-task"
    aria-label="Add a task"
    ?hidden=${!draft.open}
    @input=${onInput}
    @keydown=${onKey}
    @submit=${onSubmit}
  >
    <vscode-text-field name="title" .value=${live(draft.title)}>Title</vscode-text-field>
    <vscode-text-field name="id" .value=${live(draft.id)}>Id</vscode-text-field>
    <vscode-text-area
      name="goal"
      rows="4"
      resize="vertical"
      placeholder="What should be true when it is done?"
      .value=${live(draft.goal)}
      >Goal</vscode-text-area
    >
    <vscode-text-field
      name="verify"
      placeholder="The default of devs.yaml"
      .value=${live(draft.verify)}
      >Verify command (optional)</vscode-text-field
    >
    ${alert(scope.sender)}
    <div class="actions"
      >${button(add)}${button({ action: 'closeForm', label: 'Close', appearance: 'secondary', onPress: close })}</div
    >
  </form>`;
}

function addButton(scope: Scope): ButtonView {
  const { id, title, goal, verify } = scope.state.current.addTask;
  const params = { id: id.trim(), title: title.trim(), goal: goal.trim() };
  const onDone = (): void => {
    scope.state.update({ addTask: EMPTY_ADD_TASK });
    scope.redraw();
    focusOn('[data-action="addTask"]');
  };
  const look = { action: 'submitTask', label: 'Add task', appearance: 'primary' } as const;
  const add = sending(scope, look, {
    method: 'addTask',
    params: verify.trim() === '' ? params : { ...params, verify: verify.trim() },
    onDone,
  });
  const missing = (['title', 'id', 'goal'] as const).find((name) => params[name] === '');
  if (missing === undefined) return add;
  const onPress = (): void => {
    scope.sender.complain('A task needs a title, an id and a goal.');
    focusOn(`.add-task [name="${missing}"]`);
  };
  return { ...add, onPress };
}

function focusOn(control: string): void {
  document.querySelector<HTMLElement>(control)?.focus();
}

/** Updates the draft after input: the id follows the title until the user edits the id. */
function typed(draft: AddTaskDraft, name: FieldName, value: string): AddTaskDraft {
  const idFollows = name === 'title' && draft.id === suggestId(draft.title);
  return { ...draft, [name]: value, ...(idFollows ? { id: suggestId(value) } : {}) };
}
