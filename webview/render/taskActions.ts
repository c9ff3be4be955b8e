import type { ActionState, TaskView } from '../../src/protocol/dashboardView';
import { hasReport } from '../../src/reports/task/hasReport';
import type { Alert } from './alert';
import { isMissingRemedy } from '../../src/reports/task/nextStep';
import { createButton, type ActionButton, type ButtonOptions } from './button';
import type { Context } from './context';
import { h, setShown, type Part } from './dom';
import { send } from './request';
import type { ResumeForm } from './resumeForm';

/** Requests that name the task alone; their buttons have the same name. */
type TaskRequest = 'accept' | 'skip' | 'retry' | 'rewind' | 'redo' | 'notALoop' | 'openReport';

/** Creates buttons that send the request of their name for a task. */
function createSender(to: {
  readonly context: Context;
  readonly alert: Alert;
  readonly taskId: string;
}): (options: ButtonOptions & { readonly action: TaskRequest }) => ActionButton {
  const { context, alert, taskId } = to;
  return (options) => {
    const button = createButton(options);
    button.onPress(() => {
      send(context, { method: options.action, params: { taskId }, button, alert });
    });
    return button;
  };
}

/** Creates the small buttons beside the title of a task that does not need the user. */
export function createQuickActions(context: Context, alert: Alert, taskId: string): Part<TaskView> {
  const run = createButton({ action: 'runTask', label: 'Run this task', icon: 'play' });
  const toSend = createSender({ context, alert, taskId });
  const skip = toSend({ action: 'skip', label: 'Skip', icon: 'skipNext' });
  const retry = toSend({ action: 'retry', label: 'Retry', icon: 'retry' });
  run.onPress(() => {
    send(context, { method: 'run', params: { taskIds: [taskId] }, button: run, alert });
  });
  for (const button of [run, skip, retry]) button.onRefused(context.announcer.show);
  return {
    element: h('div', { class: 'quick-actions' }, run.element, skip.element, retry.element),
    update: (task) => {
      run.setLabel(`Run this task: ${task.title}`);
      skip.setLabel(`Skip: ${task.title}`);
      retry.setLabel(`Retry: ${task.title}`);
      show(run, task.actions.run, false);
      show(skip, task.actions.skip, task.interventions.includes('skip'));
      show(retry, task.actions.retry, task.interventions.includes('retry'));
    },
  };
}

const EMPTY: ActionState = { enabled: false, hint: 'Write your answer first.' };
const NO_HINT: ActionState = { enabled: false, hint: 'Write first what is missing.' };
const UNANSWERED: ActionState = { enabled: true, hint: 'Resumes without an answer.' };

/** Creates the buttons of a task that needs the user: Resume first, or the answers if it has a question. */
export function createNeedsYouActions(
  context: Context,
  alert: Alert,
  options: { readonly taskId: string; readonly form: () => ResumeForm },
): Part<TaskView> & { readonly resume: ActionButton; readonly answer: ActionButton } {
  const { taskId } = options;
  const toSend = createSender({ context, alert, taskId });
  const answer = createButton({
    action: 'answer',
    label: 'Answer and resume',
    appearance: 'primary',
  });
  const resume = createButton({ action: 'resume', label: 'Resume', appearance: 'primary' });
  const hint = createButton({
    action: 'openHint',
    label: 'Resume with hint…',
    appearance: 'secondary',
  });
  const accept = toSend({ action: 'accept', label: 'Accept', appearance: 'primary' });
  const skip = toSend({ action: 'skip', label: 'Skip', appearance: 'secondary' });
  const retry = toSend({ action: 'retry', label: 'Retry', appearance: 'secondary' });
  const rewind = toSend({ action: 'rewind', label: 'Rewind…', appearance: 'secondary' });
  const redo = toSend({ action: 'redo', label: 'Redo…', appearance: 'secondary' });
  const notALoop = toSend({ action: 'notALoop', label: 'Not a loop', appearance: 'secondary' });
  const report = toSend({ action: 'openReport', label: 'Open report', appearance: 'secondary' });
  const goOn = createButton({
    action: 'resumeUnanswered',
    label: 'Resume anyway',
    appearance: 'secondary',
  });
  const sendResume = (button: ActionButton): void => {
    const form = options.form();
    const { hint, ...agent } = form.values();
    const told = hint === undefined || button === goOn ? agent : { hint, ...agent };
    const params = { taskId, ...told };
    send(context, { method: 'resume', params, button, alert, onDone: form.clear });
  };
  answer.onPress(() => sendResume(answer));
  goOn.onPress(() => sendResume(goOn));
  // A closed form is opened first, unless something else than a hint helps.
  let isDirect = false;
  resume.onPress(() => (isDirect ? sendResume(resume) : options.form().open()));
  hint.onPress(() => options.form().open());
  const interventions = { accept, rewind, skip, redo, notALoop, retry };
  const buttons = [accept, answer, goOn, resume, hint, rewind, skip, redo, notALoop, retry, report];
  for (const button of buttons) button.onRefused(context.announcer.show);
  return {
    element: h('div', { class: 'actions' }, ...buttons.map((button) => button.element)),
    resume,
    answer,
    update: (task) => {
      const form = options.form();
      const asked = task.report?.question !== undefined;
      const canAccept = task.interventions.includes('accept');
      const canResume = task.interventions.includes('resume');
      const state = task.actions.resume;
      isDirect = form.isOpen() || isMissingRemedy(task);
      resume.setLabel(isDirect ? 'Resume' : 'Resume…');
      resume.setState(state);
      hint.setState(state);
      goOn.setState(state.enabled ? UNANSWERED : state);
      answer.setLabel(canAccept ? 'Send back' : 'Answer and resume');
      const empty = canAccept ? NO_HINT : EMPTY;
      answer.setState(state.enabled && form.values().hint === undefined ? empty : state);
      for (const name of Object.keys(interventions) as (keyof typeof interventions)[]) {
        show(interventions[name], task.actions[name], task.interventions.includes(name));
      }
      setShown(resume.element, canResume && !asked);
      setShown(hint.element, canResume && !asked && isDirect && !form.isOpen());
      setShown(answer.element, canResume && asked);
      setShown(goOn.element, canResume && asked && !canAccept);
      setShown(report.element, hasReport(task));
    },
  };
}

/** Shows an action that the status allows even while the host refuses it: the tooltip gives the reason. */
export function show(button: ActionButton, state: ActionState, applies: boolean): void {
  setShown(button.element, state.enabled || applies);
  button.setState(state);
}
