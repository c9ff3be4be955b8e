import type { ActionState } from '../../src/protocol/actionState';
import type { TaskView } from '../../src/protocol/dashboardView';
import { seenChange } from '../../src/model/overview/seenChange';
import type { MissingProgram } from '../../src/model/report/missingProgram';
import { hasReport } from '../../src/reports/task/hasReport';
import { isMissingRemedy } from '../../src/reports/task/nextStep';
import { sending, type ButtonLook, type ButtonView } from './button';
import type { TaskScope } from './context';
import { clearDraft, isFormOpen, openForm, resumeButton } from './resumeForm';
import type { Sending } from './sender';

/** Requests that name the task, some also the work that is decided about; their buttons have the same name. */
type TaskRequest =
  | 'stopWaiting'
  | 'accept'
  | 'discard'
  | 'skip'
  | 'retry'
  | 'rewind'
  | 'redo'
  | 'notALoop';

/**
 * A button that sends the request of its name; none if the status does not allow it. One that the host refuses is
 * shown, and its tooltip gives the reason.
 */
export function intervention(
  scope: TaskScope,
  task: TaskView,
  look: ButtonLook & { readonly action: TaskRequest },
): readonly ButtonView[] {
  const state = task.actions[look.action];
  if (!state.enabled && !task.interventions.includes(look.action)) return [];
  const isAboutWork = look.action === 'accept' || look.action === 'discard';
  const params = { taskId: task.id, ...(isAboutWork && seenChange(task)) };
  const request = { method: look.action, params };
  return [sending(scope, { ...look, state }, request)];
}

/** The small buttons beside the title of a task that does not need the user. */
export function quickActions(scope: TaskScope, task: TaskView): readonly ButtonView[] {
  const { title, actions } = task;
  const run = { action: 'runTask', label: `Run this task: ${title}`, icon: 'play' } as const;
  const request: Sending<'run'> = { method: 'run', params: { taskIds: [task.id] } };
  return [
    ...(actions.run.enabled ? [sending(scope, { ...run, state: actions.run }, request)] : []),
    ...intervention(scope, task, { action: 'skip', label: `Skip: ${title}`, icon: 'skipNext' }),
    ...intervention(scope, task, { action: 'retry', label: `Retry: ${title}`, icon: 'retry' }),
  ];
}

/** The button of a task that waits for a time. */
export function waitActions(scope: TaskScope, task: TaskView): readonly ButtonView[] {
  const look = { action: 'stopWaiting', label: 'Stop waiting', appearance: 'secondary' } as const;
  return intervention(scope, task, look);
}

const UNANSWERED: ActionState = { enabled: true, hint: 'Resumes the task without an answer.' };

/** The buttons of a task that needs the user: Resume first, or the answers if it has a question. */
export function needsYouActions(scope: TaskScope, task: TaskView): readonly ButtonView[] {
  const of = (action: TaskRequest, label: string): readonly ButtonView[] =>
    intervention(scope, task, { action, label, appearance: 'secondary' });
  if (task.report?.missing !== undefined) return remedyActions(scope, task, task.report.missing);
  if (task.review !== undefined) return reviewActions(scope, task);
  if (task.report?.reason === 'BUDGET') {
    return [...budgetActions(scope, task), ...of('rewind', 'Rewind…'), ...of('skip', 'Skip')];
  }
  return [
    ...intervention(scope, task, { action: 'accept', label: 'Accept', appearance: 'primary' }),
    ...(task.interventions.includes('resume') ? resumeActions(scope, task) : []),
    ...of('rewind', 'Rewind…'),
    ...of('skip', 'Skip'),
  ];
}

/** What can be decided about a change that waits for a review. */
function reviewActions(scope: TaskScope, task: TaskView): readonly ButtonView[] {
  const of = (action: TaskRequest, label: string): readonly ButtonView[] =>
    intervention(scope, task, { action, label, appearance: 'secondary' });
  const state = {
    enabled: true,
    hint: 'Shows the change of this task in the diff editor.',
  } as const;
  const words = { action: 'openReview', label: 'Review changes' } as const;
  const look = { ...words, appearance: 'primary', state } as const;
  return [
    sending(scope, look, { method: 'openReview', params: { taskId: task.id } }),
    ...of('accept', 'Accept'),
    sendBackButton(scope, task),
    ...of('discard', 'Discard…'),
  ];
}

const NOTHING_SAID: ActionState = {
  enabled: false,
  hint: 'First write what the agent should change.',
};

/** Opens the form first; then it sends what is in it, with the open comments. */
function sendBackButton(scope: TaskScope, task: TaskView): ButtonView {
  const isOpen = isFormOpen(scope, task);
  const text = scope.state.draft(task.id).hint.trim();
  const isEmpty = isOpen && text === '' && task.review?.comments === 0;
  const state = task.actions.sendBack.enabled && isEmpty ? NOTHING_SAID : task.actions.sendBack;
  const label = isOpen ? 'Send back' : 'Send back…';
  const look = { action: 'sendBack', label, appearance: 'secondary', state } as const;
  const send = sending(scope, look, {
    method: 'sendBack',
    params: { taskId: task.id, ...seenChange(task), ...(text !== '' && { text }) },
    onDone: () => clearDraft(scope),
  });
  return isOpen ? send : { ...send, onPress: () => openForm(scope) };
}

const MORE = 'Asks how much more this task may use, then resumes it. Its failed turns still count.';

/** What helps a task whose budget is used up: more of it, or a larger one in devs.yaml. */
function budgetActions(scope: TaskScope, task: TaskView): readonly ButtonView[] {
  const { id: taskId, actions } = task;
  const state = { enabled: true, hint: MORE } as const;
  const more = { action: 'allowMore', label: 'Allow more…', appearance: 'primary', state } as const;
  const look = { action: 'resume', label: 'Resume', appearance: 'secondary' } as const;
  return [
    sending(scope, more, { method: 'allowMore', params: { taskId } }),
    resumeButton(scope, task, { ...look, state: actions.resume }, { withHint: false }),
  ];
}

/** What helps a task whose program is missing: another agent, another command, or to look for it again. */
function remedyActions(
  scope: TaskScope,
  { id: taskId, actions }: TaskView,
  { of: whose }: MissingProgram,
): readonly ButtonView[] {
  const look = (action: string, label: string) =>
    ({ action, label, appearance: 'secondary' }) as const;
  const choose = { ...look('chooseAgent', 'Choose agent…'), state: actions.chooseAgent };
  const again = { ...look('checkAgain', 'Check again'), appearance: 'primary' } as const;
  const open = look('openConfig', 'Open devs.yaml');
  return [
    sending(scope, again, { method: 'checkAgain', params: { taskId } }),
    ...(whose === 'agent'
      ? [sending(scope, choose, { method: 'chooseAgent', params: { taskId } })]
      : []),
    sending(scope, open, { method: 'openConfig', params: {} }),
  ];
}

/** The buttons beside the reasons of a task that needs the user: what is seldom the answer. */
export function reasonActions(scope: TaskScope, task: TaskView): readonly ButtonView[] {
  const of = (action: TaskRequest, label: string): readonly ButtonView[] =>
    intervention(scope, task, { action, label, appearance: 'secondary' });
  const report = { action: 'openReport', label: 'Open report', appearance: 'secondary' } as const;
  const request = { method: 'openReport', params: { taskId: task.id } } as const;
  return [
    ...(hasReport(task) ? [sending(scope, report, request)] : []),
    ...(task.report?.missing === undefined && task.review === undefined
      ? []
      : [...of('rewind', 'Rewind…'), ...of('skip', 'Skip')]),
    ...of('redo', 'Redo…'),
    ...of('notALoop', 'Not a loop'),
    ...of('retry', 'Retry'),
  ];
}

function resumeActions(scope: TaskScope, task: TaskView): readonly ButtonView[] {
  const state = task.actions.resume;
  const main = submitButton(scope, task);
  if (task.report?.question !== undefined) {
    const look = {
      action: 'resumeUnanswered',
      label: 'Resume anyway',
      appearance: 'secondary',
      state: state.enabled ? UNANSWERED : state,
    } as const;
    const canAccept = task.interventions.includes('accept');
    return canAccept ? [main] : [main, resumeButton(scope, task, look, { withHint: false })];
  }
  if (isFormOpen(scope, task) || !isMissingRemedy(task)) return [main];
  const hint: ButtonView = {
    action: 'openHint',
    label: 'Resume with hint…',
    state,
    onPress: () => openForm(scope),
    onRefused: scope.announcer.show,
  };
  return [main, hint];
}

const EMPTY: ActionState = { enabled: false, hint: 'Write your answer first.' };
const NO_HINT: ActionState = { enabled: false, hint: 'First write what the work still lacks.' };

/** The button that resumes with what the form holds; Ctrl/Cmd+Enter in the form presses it. */
export function submitButton(scope: TaskScope, task: TaskView): ButtonView {
  if (task.review !== undefined) return sendBackButton(scope, task);
  const state = task.actions.resume;
  if (task.report?.question !== undefined) {
    const canAccept = task.interventions.includes('accept');
    const isEmpty = scope.state.draft(task.id).hint.trim() === '';
    const missing = canAccept ? NO_HINT : EMPTY;
    const label = canAccept ? 'Send back' : 'Answer and resume';
    const shown = state.enabled && isEmpty ? missing : state;
    const look = { action: 'answer', label, appearance: 'primary', state: shown } as const;
    return resumeButton(scope, task, look, { withHint: true });
  }
  const isDirect = isFormOpen(scope, task) || isMissingRemedy(task);
  const label = isDirect ? 'Resume' : 'Resume…';
  const look = { action: 'resume', label, appearance: 'primary', state } as const;
  const send = resumeButton(scope, task, look, { withHint: true });
  // A closed form is opened first, unless something else than a hint helps.
  return isDirect ? send : { ...send, onPress: () => openForm(scope) };
}
