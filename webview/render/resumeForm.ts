import type { AgentQuestion } from '../../src/model/tools/agentQuestion';
import type { TaskView } from '../../src/protocol/dashboardView';
import { isMissingRemedy } from '../../src/reports/task/nextStep';
import { listAsked, listQuestions, ownAgent } from '../../src/model/overview/overview';
import { html, live, nothing, type Content, type TemplateResult } from '../template';
import type { Dropdown, TextInput } from '../toolkit';
import { agentChoice } from './agentChoice';
import { press, sending, type ButtonLook, type ButtonView } from './button';
import type { TaskScope } from './context';
import { isSubmit, SUBMIT_KEY } from './submitKey';

const WORDS = {
  hint: {
    label: 'Hint for the agent (optional)',
    placeholder: 'What should the agent try or avoid?',
    keys: `${SUBMIT_KEY}+Enter resumes, Escape hides this box`,
  },
  review: {
    label: 'What the agent should change',
    placeholder: 'Write about the whole change; your comments on lines are sent too.',
    keys: `${SUBMIT_KEY}+Enter sends the change back, Escape hides this box`,
  },
  answer: {
    label: 'Your answer',
    placeholder: 'The agents of this task get the question and your answer.',
    keys: `${SUBMIT_KEY}+Enter answers and resumes`,
  },
} as const;

/**
 * Whether the form is open: by default, unless something outside the task is missing, such as a login, where a hint is
 * no help. A question always has its form.
 */
export function isFormOpen({ state }: TaskScope, task: TaskView): boolean {
  // A hint is no help where something outside the agent is missing.
  const helps =
    !isMissingRemedy(task) && task.report?.reason !== 'BUDGET' && task.review === undefined;
  return isAsked(task) || state.isOpen(`resume:${task.id}`, helps);
}

/** Opens the form with the focus in it. */
export function openForm(scope: TaskScope): void {
  scope.state.setOpen(`resume:${scope.taskId}`, true);
  scope.redraw();
  focusOn(scope, `.resume-form vscode-text-area`);
}

/** Puts the focus where the user answers: into the form or the box of a question, or on the first button where a hint is no help. */
export function focusAnswer(scope: TaskScope, task: TaskView, question?: string): void {
  const questions = listQuestions(task);
  const wanted = questions.find(({ id }) => id === question);
  const shown = wanted ?? questions[0];
  if (wanted === undefined && listAsked(task).length > 0) focusOn(scope, '.permission-requests');
  else if (shown !== undefined) focusOn(scope, questionBox(shown));
  else if (isMissingRemedy(task) || task.review !== undefined)
    focusOn(scope, '.needs-you vscode-button');
  else openForm(scope);
}

function questionBox({ id }: AgentQuestion): string {
  return `[data-question="${CSS.escape(id)}"] vscode-text-area`;
}

/** Appends a text to the hint and focuses it; sends nothing. */
export function addHint(scope: TaskScope, text: string): void {
  const { state, taskId } = scope;
  const draft = state.draft(taskId);
  const written = draft.hint.trim();
  if (!written.includes(text)) {
    state.setDraft(taskId, { ...draft, hint: written === '' ? text : `${written}\n${text}` });
  }
  openForm(scope);
}

/** A button that resumes the task, with the chosen agent and perhaps the hint; empty fields are not sent. */
export function resumeButton(
  scope: TaskScope,
  task: TaskView,
  look: ButtonLook,
  { withHint }: { readonly withHint: boolean },
): ButtonView {
  const { state } = scope;
  const draft = state.draft(task.id);
  const hint = withHint ? draft.hint.trim() : '';
  return sending(scope, look, {
    method: 'resume',
    params: {
      taskId: task.id,
      ...(hint === '' ? {} : { hint }),
      ...(draft.agent === '' ? {} : { agent: draft.agent }),
    },
    onDone: () => clearDraft(scope),
  });
}

/** Empties the form. */
export function clearDraft({ state, taskId, redraw }: TaskScope): void {
  state.setDraft(taskId, { hint: '', agent: '' });
  redraw();
}

export interface ResumeFormView {
  readonly task: TaskView;
  readonly agents: readonly string[];
  /** The button that Ctrl/Cmd+Enter presses. */
  readonly submit: ButtonView;
}

/** The form with hint and agent for resuming; its input survives updates and reloads. Escape closes it unless it is for an answer. */
export function resumeForm(scope: TaskScope, view: ResumeFormView): TemplateResult {
  const { state, redraw } = scope;
  const { task, submit } = view;
  const asked = isAsked(task);
  const isReviewed = task.review !== undefined;
  const { label, placeholder, keys } = WORDS[isReviewed ? 'review' : asked ? 'answer' : 'hint'];
  const onInput = ({ currentTarget }: Event): void => {
    const { value } = currentTarget as TextInput;
    state.setDraft(task.id, { ...state.draft(task.id), hint: value });
    redraw();
  };
  const onKey = (event: KeyboardEvent): void => {
    const list = (event.currentTarget as HTMLElement).querySelector<Dropdown>('vscode-dropdown');
    if (isSubmit(event)) {
      event.preventDefault();
      press(submit, event);
    } else if (event.key === 'Escape' && !asked && list?.open !== true) {
      event.preventDefault();
      state.setOpen(`resume:${task.id}`, false);
      redraw();
      focusOn(scope, `[data-action="${isReviewed ? 'sendBack' : 'resume'}"]`);
    }
  };
  // Handled before the dropdown, whose Escape closes its list, not the form.
  const onKeyFirst = { handleEvent: onKey, capture: true };
  const onSubmit = (event: Event): void => event.preventDefault();
  const shown = isFormOpen(scope, task) && (isReviewed || task.interventions.includes('resume'));
  return html`<form
    class="form resume-form"
    aria-label="${isReviewed ? 'Send back' : 'Resume'} ${task.title}"
    ?hidden=${!shown}
    @keydown=${onKeyFirst}
    @submit=${onSubmit}
  >
    <vscode-text-area
      rows="3"
      resize="vertical"
      aria-label=${label}
      placeholder=${placeholder}
      .value=${live(state.draft(task.id).hint)}
      @input=${onInput}
      >${label}</vscode-text-area
    >
    ${isReviewed ? nothing : otherAgent(scope, view)}
    <p class="keys muted">${keys}</p>
  </form>`;
}

function otherAgent(
  { state, elementId, redraw }: TaskScope,
  { task, agents }: ResumeFormView,
): Content {
  const others = agents.filter((name) => name !== ownAgent(task));
  const draft = state.draft(task.id);
  if (others.length > 0 && draft.agent !== '' && !others.includes(draft.agent)) {
    state.setDraft(task.id, { ...draft, agent: '' });
  }
  return agentChoice({
    id: `${elementId}-agent`,
    usual: `${ownAgent(task)} (as before)`,
    others,
    chosen: state.draft(task.id).agent,
    onChoose: (agent) => {
      state.setDraft(task.id, { ...state.draft(task.id), agent });
      // The button sends what was drawn.
      redraw();
    },
  });
}

function focusOn({ elementId }: TaskScope, control: string): void {
  const card = document.getElementById(`${elementId}-title`)?.closest('[data-task]');
  card?.querySelector<HTMLElement>(control)?.focus();
}

function isAsked({ report }: TaskView): boolean {
  return report?.question !== undefined;
}
