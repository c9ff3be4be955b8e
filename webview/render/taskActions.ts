import type { ActionState, TaskView } from '../../src/protocol/dashboardView';
import { hasReport } from '../../src/reports/task/hasReport';
import type { Alert } from './alert';
import { createButton, type ActionButton } from './button';
import type { Context } from './context';
import { h, setShown, type Part } from './dom';
import { send } from './request';
import type { ResumeForm } from './resumeForm';

/** Creates the small buttons beside the title of a task that does not need the user. */
export function createQuickActions(context: Context, alert: Alert, taskId: string): Part<TaskView> {
  const run = createButton({ action: 'runTask', label: 'Run this task', icon: 'play' });
  const skip = createButton({ action: 'skip', label: 'Skip', icon: 'skipNext' });
  const retry = createButton({ action: 'retry', label: 'Retry', icon: 'retry' });
  run.onPress(() => {
    send(context, { method: 'run', params: { taskIds: [taskId] }, button: run, alert });
  });
  skip.onPress(() => send(context, { method: 'skip', params: { taskId }, button: skip, alert }));
  retry.onPress(() => send(context, { method: 'retry', params: { taskId }, button: retry, alert }));
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
  const accept = createButton({ action: 'accept', label: 'Accept', appearance: 'primary' });
  const answer = createButton({
    action: 'answer',
    label: 'Answer and resume',
    appearance: 'primary',
  });
  const resume = createButton({ action: 'resume', label: 'Resume', appearance: 'primary' });
  const skip = createButton({ action: 'skip', label: 'Skip', appearance: 'secondary' });
  const retry = createButton({ action: 'retry', label: 'Retry', appearance: 'secondary' });
  const rewind = createButton({ action: 'rewind', label: 'Rewind…', appearance: 'secondary' });
  const redo = createButton({ action: 'redo', label: 'Redo…', appearance: 'secondary' });
  const notALoop = createButton({
    action: 'notALoop',
    label: 'Not a loop',
    appearance: 'secondary',
  });
  const report = createButton({
    action: 'openReport',
    label: 'Open report',
    appearance: 'secondary',
  });

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
  resume.onPress(() => (options.form().isOpen() ? sendResume(resume) : options.form().open()));
  accept.onPress(() => {
    send(context, { method: 'accept', params: { taskId }, button: accept, alert });
  });
  skip.onPress(() => send(context, { method: 'skip', params: { taskId }, button: skip, alert }));
  retry.onPress(() => send(context, { method: 'retry', params: { taskId }, button: retry, alert }));
  rewind.onPress(() => {
    send(context, { method: 'rewind', params: { taskId }, button: rewind, alert });
  });
  redo.onPress(() => send(context, { method: 'redo', params: { taskId }, button: redo, alert }));
  notALoop.onPress(() => {
    send(context, { method: 'notALoop', params: { taskId }, button: notALoop, alert });
  });
  report.onPress(() => {
    send(context, { method: 'openReport', params: { taskId }, button: report, alert });
  });
  const buttons = [accept, answer, goOn, resume, rewind, skip, redo, notALoop, retry, report];
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
      resume.setLabel(form.isOpen() ? 'Resume' : 'Resume…');
      resume.setState(state);
      goOn.setState(state.enabled ? UNANSWERED : state);
      answer.setLabel(canAccept ? 'Send back' : 'Answer and resume');
      const empty = canAccept ? NO_HINT : EMPTY;
      answer.setState(state.enabled && form.values().hint === undefined ? empty : state);
      show(accept, task.actions.accept, canAccept);
      setShown(resume.element, canResume && !asked);
      setShown(answer.element, canResume && asked);
      setShown(goOn.element, canResume && asked && !canAccept);
      show(skip, task.actions.skip, task.interventions.includes('skip'));
      show(retry, task.actions.retry, task.interventions.includes('retry'));
      show(rewind, task.actions.rewind, task.interventions.includes('rewind'));
      show(redo, task.actions.redo, task.interventions.includes('redo'));
      show(notALoop, task.actions.notALoop, task.interventions.includes('notALoop'));
      setShown(report.element, hasReport(task));
    },
  };
}

/** Shows an action that the status allows even while the host refuses it: the tooltip gives the reason. */
export function show(button: ActionButton, state: ActionState, applies: boolean): void {
  setShown(button.element, state.enabled || applies);
  button.setState(state);
}
