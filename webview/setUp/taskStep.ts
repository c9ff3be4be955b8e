import { html, live, type TemplateResult } from '../template';
import { actionButton, type ActionButton } from './actionButton';
import type { StepScope } from './context';
import { stepRow } from './step';

/** The first task; once there is one, the form for another is closed. */
export function taskStep(scope: StepScope): TemplateResult {
  const { task } = scope.view;
  const form = taskForm(scope);
  const body = task.done
    ? html`<details class="disclosure"><summary>Add another task</summary>${form}</details>`
    : form;
  return stepRow(scope, { id: 'task', title: '3. First task', step: task, body });
}

function taskForm(scope: StepScope): TemplateResult {
  const { view, state, sender, keep } = scope;
  const title = state.title.trim();
  const goal = state.goal.trim();
  const incomplete = title === '' || goal === '' ? 'Enter a title and a goal.' : '';
  const hint = view.obstacle?.hint ?? incomplete;
  const add = {
    label: 'Add task',
    primary: !view.task.done,
    hint,
    request: {
      method: 'addTask',
      params: { title, goal },
      onDone: () => keep({ title: '', goal: '' }),
    },
  } satisfies ActionButton<'addTask'>;
  const onTitle = ({ currentTarget }: Event): void => {
    keep({ title: (currentTarget as HTMLInputElement).value });
  };
  const onGoal = ({ currentTarget }: Event): void => {
    keep({ goal: (currentTarget as HTMLTextAreaElement).value });
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    if (hint !== '') sender.complain(hint);
    else sender.send(add.label, add.request);
  };
  return html`<div class="task-form" @keydown=${onKey}>
    <label for="title">Title</label>
    <input
      id="title"
      class="text-input"
      dir="auto"
      autocomplete="off"
      maxlength="200"
      placeholder="Add login"
      .value=${live(state.title)}
      @input=${onTitle}
    />
    <label for="goal">Goal</label>
    <textarea
      id="goal"
      class="text-input"
      dir="auto"
      rows="4"
      maxlength="20000"
      placeholder="Users can log in with e-mail and password."
      .value=${live(state.goal)}
      @input=${onGoal}
    ></textarea>
    <div class="step-actions">${actionButton(scope, add)}</div>
  </div>`;
}
