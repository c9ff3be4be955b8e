import { suggestId } from '../format';
import { EMPTY_ADD_TASK, type AddTaskDraft } from '../savedState';
import { toolkitTextArea, toolkitTextField, type TextInput } from '../toolkit';
import { createAlert } from './alert';
import { createButton, type ActionButton } from './button';
import type { Context } from './context';
import { h, setAttribute, setShown } from './dom';
import { send } from './request';

type FieldName = Exclude<keyof AddTaskDraft, 'open'>;

/** The form for a new task. */
export interface AddTaskForm {
  readonly element: HTMLElement;
  /** Opens it with the focus in its first field, or closes it; the input is kept. */
  readonly toggle: () => void;
}

/** Escape closes the form, Ctrl/Cmd+Enter adds the task; then the focus returns to `button`, which opened it. */
export function createAddTaskForm(context: Context, button: ActionButton): AddTaskForm {
  const { state } = context;
  const fields: Readonly<Record<FieldName, TextInput>> = {
    title: toolkitTextField('Title'),
    id: toolkitTextField('Id'),
    goal: toolkitTextArea('Goal', 4),
    verify: toolkitTextField('Verify command (optional)'),
  };
  fields.goal.placeholder = 'What should be true when it is done?';
  fields.verify.placeholder = 'The default of devs.yaml';
  const names: readonly FieldName[] = ['title', 'id', 'goal', 'verify'];
  const alert = createAlert(() => fields.title.focus());
  const add = createButton({ action: 'submitTask', label: 'Add task', appearance: 'primary' });
  const cancel = createButton({ action: 'closeForm', label: 'Close', appearance: 'secondary' });
  const element = h(
    'form',
    { class: 'form add-task', 'aria-label': 'Add a task' },
    ...names.map((name) => fields[name]),
    alert.element,
    h('div', { class: 'actions' }, add.element, cancel.element),
  );

  const draftOf = (name: FieldName): string => state.current.addTask[name];
  const put = (draft: AddTaskDraft): void => {
    state.update({ addTask: draft });
    setShown(element, draft.open);
    setAttribute(button.element, 'aria-expanded', String(draft.open));
    for (const name of names)
      if (fields[name].value !== draft[name]) fields[name].value = draft[name];
  };
  const close = (): void => {
    put({ ...state.current.addTask, open: false });
    button.element.focus();
  };
  const toggle = (): void => {
    if (state.current.addTask.open) {
      close();
      return;
    }
    put({ ...state.current.addTask, open: true });
    fields.title.focus();
  };

  for (const name of names) {
    fields[name].addEventListener('input', () => {
      put(typed(state.current.addTask, name, fields[name].value));
    });
  }
  add.onPress(() => {
    const { id, title, goal, verify } = state.current.addTask;
    const params = { id: id.trim(), title: title.trim(), goal: goal.trim() };
    const missing = names.find((name) => name !== 'verify' && draftOf(name).trim() === '');
    if (missing !== undefined) {
      alert.show('A task needs a title, an id and a goal.');
      fields[missing].focus();
      return;
    }
    send(context, {
      method: 'addTask',
      params: verify.trim() === '' ? params : { ...params, verify: verify.trim() },
      button: add,
      alert,
      onDone: () => {
        put(EMPTY_ADD_TASK);
        button.element.focus();
      },
    });
  });
  cancel.onPress(close);
  element.addEventListener('submit', (event) => event.preventDefault());
  element.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) add.press();
  });
  put(state.current.addTask);
  return { element, toggle };
}

/** Updates the draft after input: the id follows the title until the user edits the id. */
function typed(draft: AddTaskDraft, name: FieldName, value: string): AddTaskDraft {
  const idFollows = name === 'title' && draft.id === suggestId(draft.title);
  return { ...draft, [name]: value, ...(idFollows ? { id: suggestId(value) } : {}) };
}
