import type { TaskView } from '../../src/protocol/dashboardView';
import type { Alert } from './alert';
import type { Context } from './context';
import { h, setShown, type Part } from './dom';
import { createPauseReport } from './pauseReport';
import { createResumeForm, type ResumeForm } from './resumeForm';
import { createNeedsYouActions } from './taskActions';

export interface NeedsYouView {
  readonly task: TaskView;
  readonly agents: readonly string[];
}

/** What a task that waits for the human has in addition: report, resume form, buttons. */
export function createNeedsYou(context: Context, alert: Alert, task: TaskView): Part<NeedsYouView> {
  let current = task;
  const links = { context, alert, taskId: task.id };
  const report = createPauseReport(context, links, (text) => form.addHint(text));
  const actions = createNeedsYouActions(context, alert, { taskId: task.id, form: () => form });
  const form: ResumeForm = createResumeForm(context, {
    taskId: task.id,
    title: task.title,
    onSubmit: actions.resume.press,
    onToggle: () => {
      actions.update(current);
      if (!form.isOpen()) actions.resume.element.focus();
    },
  });
  return {
    element: h('div', { class: 'needs-you' }, report.element, form.element, actions.element),
    update: (view) => {
      current = view.task;
      setShown(report.element, current.report !== undefined);
      if (current.report !== undefined) report.update({ report: current.report, task: current });
      form.update({ agent: current.agent, agents: view.agents });
      setShown(form.element, form.isOpen() && current.interventions.includes('resume'));
      actions.update(current);
    },
  };
}
