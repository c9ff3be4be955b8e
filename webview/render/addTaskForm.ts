import type { DashboardView } from '../../src/protocol/dashboardView';
import { NO_VERIFY } from '../../src/reports/task/noVerify';
import type { SharedTaskParts } from '../../src/model/task/newTask';
import { suggestId } from '../../src/model/task/taskId';
import { EMPTY_ADD_TASK, type AddTaskDraft } from '../savedState';
import { html, live, nothing, type TemplateResult } from '../template';
import type { Dropdown, TextInput } from '../toolkit';
import { severalButton, severalFields, type AddFormScope } from './addSeveral';
import { agentChoice } from './agentChoice';
import { alert } from './alert';
import { button, press, sending, type ButtonView } from './button';
import type { Scope } from './context';
import { FIRST_NEW_FIELD, focusOn } from './focusOn';
import { dependsOnChoice, DEPENDS_ON } from './dependsOnChoice';
import { icon } from './icons';

/** What the form offers and warns of. */
export type AddTaskView = Pick<
  Extract<DashboardView, { kind: 'ready' }>,
  'agents' | 'tasks' | 'verify'
>;

const NAMES = ['title', 'id', 'goal', 'verify', 'list'] as const;
type FieldName = (typeof NAMES)[number];

/** The form; Escape closes it, Ctrl/Cmd+Enter adds the task, then the focus returns to the button that opened it. */
export function addTaskForm(
  scope: AddFormScope,
  view: AddTaskView,
  close: () => void,
): TemplateResult {
  const draft = possible(scope.state.current.addTask, view);
  const add = primaryButton(scope, draft, view);
  const change = (changed: Partial<AddTaskDraft>): void => {
    scope.state.update({ addTask: { ...scope.state.current.addTask, ...changed } });
    scope.redraw();
  };
  const onInput = ({ target }: Event): void => {
    const { value } = target as TextInput;
    const name = NAMES.find((each) => each === (target as TextInput).getAttribute('name'));
    if (name === undefined) return;
    change(typed(scope.state.current.addTask, name, value));
  };
  const onKey = (event: KeyboardEvent): void => {
    const list = (event.currentTarget as HTMLElement).querySelector<Dropdown>('vscode-dropdown');
    if (event.key === 'Escape' && list?.open !== true) close();
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) press(add, event);
  };
  // Handled before the dropdown, whose Escape closes its list, not the form.
  const onKeyFirst = { handleEvent: onKey, capture: true };
  const onSubmit = (event: Event): void => event.preventDefault();
  return html`<form
    class="form add-task"
    aria-label=${draft.several ? 'Add several tasks' : 'Add a task'}
    @input=${onInput}
    @keydown=${onKeyFirst}
    @submit=${onSubmit}
  >
    ${draft.several ? severalFields(scope, { draft, known: view.tasks }) : oneField(draft)}
    ${agentChoice({
      id: 'add-task-agent',
      usual: `${view.agents[0] ?? ''} (default)`,
      others: view.agents.slice(1),
      chosen: draft.agent,
      onChoose: (agent) => change({ agent }),
    })}
    ${verifyField(draft, view)}
    ${dependsOnChoice(scope, {
      tasks: view.tasks,
      chosen: draft.dependsOn,
      find: draft.find,
      onFind: (find) => change({ find }),
      onChoose: (dependsOn) => change({ dependsOn }),
    })}
    ${alert(scope.sender)}
    <div class="actions"
      >${button(add)}${button({ action: 'closeForm', label: 'Close', appearance: 'secondary', onPress: close })}${button(switchButton(scope, draft))}</div
    >
  </form>`;
}

/** The fields of one task. */
function oneField(draft: AddTaskDraft): TemplateResult {
  return html`<vscode-text-field name="title" .value=${live(draft.title)}>Title</vscode-text-field>
    <vscode-text-field name="id" .value=${live(draft.id)}>Id</vscode-text-field>
    <vscode-text-area
      name="goal"
      rows="4"
      resize="vertical"
      placeholder="What should be true when the task is done?"
      .value=${live(draft.goal)}
      >Goal</vscode-text-area
    >`;
}

/** Goes over to several tasks at once, or back to one; the input of both is kept. */
function switchButton({ state, sender, redraw }: Scope, { several }: AddTaskDraft): ButtonView {
  return {
    ...({ action: 'addSeveral', appearance: 'link' } as const),
    label: several ? 'One task' : 'Several at once',
    onPress: () => {
      state.update({ addTask: { ...state.current.addTask, several: !several } });
      sender.complain('');
      redraw();
      focusOn(FIRST_NEW_FIELD);
    },
  };
}

/** The draft without an agent and tasks that are no longer there. */
function possible(draft: AddTaskDraft, { agents, tasks }: AddTaskView): AddTaskDraft {
  const ids = new Set(draft.dependsOn.length === 0 ? [] : tasks.map(({ id }) => id));
  return {
    ...draft,
    agent: agents.slice(1).includes(draft.agent) ? draft.agent : '',
    dependsOn: draft.dependsOn.filter((id) => ids.has(id)),
  };
}

/** The command that verifies the task, and a warning while there is none at all. */
function verifyField(draft: AddTaskDraft, view: AddTaskView): TemplateResult {
  const isMissing = view.verify === undefined && draft.verify.trim() === '';
  return html`<div class="field"
    ><vscode-text-field
      name="verify"
      placeholder=${view.verify === undefined ? 'Such as npm test' : `${view.verify} (default)`}
      .value=${live(draft.verify)}
      >Verify command (optional)</vscode-text-field
    ><div role="status"
      >${isMissing ? html`<p class="no-verify">${icon('warning')}<span>${NO_VERIFY}</span></p>` : nothing}</div
    ></div
  >`;
}

/** The button that adds what the form holds, or shows it first. */
function primaryButton(
  scope: AddFormScope,
  draft: AddTaskDraft,
  { tasks }: AddTaskView,
): ButtonView {
  const { agent, verify, dependsOn } = draft;
  const shared: SharedTaskParts = {
    ...(agent !== '' && { agent }),
    ...(verify.trim() !== '' && { verify: verify.trim() }),
    ...(dependsOn.length > 0 && { dependsOn: [...dependsOn] }),
  };
  const onAdded = (): void => {
    scope.state.update({ addTask: withoutAdded(scope.state.current.addTask) });
    scope.state.setOpen(DEPENDS_ON, false);
    scope.redraw();
    focusOn('[data-action="addTask"]');
  };
  return draft.several
    ? severalButton(scope, { draft, known: tasks }, { shared, onAdded })
    : addButton(scope, draft, { shared, onAdded });
}

/** The draft once its tasks are added: what was entered on the other side of the form stays. */
function withoutAdded({ several, title, id, goal, list }: AddTaskDraft): AddTaskDraft {
  return { ...EMPTY_ADD_TASK, ...(several ? { title, id, goal } : { list }) };
}

function addButton(
  scope: Scope,
  draft: AddTaskDraft,
  { shared, onAdded }: { readonly shared: SharedTaskParts; readonly onAdded: () => void },
): ButtonView {
  const words = { id: draft.id.trim(), title: draft.title.trim(), goal: draft.goal.trim() };
  const look = { action: 'submitTask', label: 'Add task', appearance: 'primary' } as const;
  const add = sending(scope, look, {
    method: 'addTasks',
    params: { tasks: [{ ...words, ...shared }] },
    onDone: onAdded,
  });
  const missing = (['title', 'id', 'goal'] as const).find((name) => words[name] === '');
  if (missing === undefined) return add;
  const onPress = (): void => {
    scope.sender.complain('Enter a title, an id and a goal.');
    focusOn(`.add-task [name="${missing}"]`);
  };
  return { ...add, onPress };
}

/** Updates the draft after input: the id follows the title until the user edits the id. */
function typed(draft: AddTaskDraft, name: FieldName, value: string): AddTaskDraft {
  const idFollows = name === 'title' && draft.id === suggestId(draft.title);
  return { ...draft, [name]: value, ...(idFollows ? { id: suggestId(value) } : {}) };
}
