import type { ActionState, TaskView } from '../../src/protocol/dashboardView';
import type { Alert } from './alert';
import { createButton, type ActionButton } from './button';
import type { Context } from './context';
import { h, setShown, type Part } from './dom';
import { send } from './request';
import type { ResumeForm } from './resumeForm';

/** The small buttons beside the title of a task that goes on by itself or is finished. */
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

/** The buttons of a task that needs the human: Resume first. */
export function createNeedsYouActions(
  context: Context,
  alert: Alert,
  options: { readonly taskId: string; readonly form: () => ResumeForm },
): Part<TaskView> & { readonly resume: ActionButton } {
  const { taskId } = options;
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

  const sendResume = (): void => {
    const form = options.form();
    send(context, {
      method: 'resume',
      params: { taskId, ...form.values() },
      button: resume,
      alert,
      onDone: form.clear,
    });
  };
  resume.onPress(() => (options.form().isOpen() ? sendResume() : options.form().open()));
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
  const buttons = [resume, rewind, skip, redo, notALoop, retry, report];
  for (const button of buttons) button.onRefused(context.announcer.show);
  return {
    element: h('div', { class: 'actions' }, ...buttons.map((button) => button.element)),
    resume,
    update: (task) => {
      resume.setLabel(options.form().isOpen() ? 'Resume' : 'Resume…');
      show(resume, task.actions.resume, task.interventions.includes('resume'));
      show(skip, task.actions.skip, task.interventions.includes('skip'));
      show(retry, task.actions.retry, task.interventions.includes('retry'));
      show(rewind, task.actions.rewind, task.interventions.includes('rewind'));
      show(redo, task.actions.redo, task.interventions.includes('redo'));
      show(notALoop, task.actions.notALoop, task.interventions.includes('notALoop'));
      setShown(report.element, task.report !== undefined);
    },
  };
}

/** An action that the status allows is shown even while the host refuses it: its hint says why. */
export function show(button: ActionButton, state: ActionState, applies: boolean): void {
  setShown(button.element, state.enabled || applies);
  button.setState(state);
}
