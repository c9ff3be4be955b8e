import type { TaskView } from '../../src/protocol/dashboardView';
import { describePause, type PauseQuestion } from '../../src/reports/pause/pauseView';
import { isMissingRemedy } from '../../src/reports/task/nextStep';
import type { Alert } from './alert';
import type { Context } from './context';
import { h, place, setShown, setText, type Part } from './dom';
import { icon } from './icons';
import { createPausePanel } from './pausePanel';
import { createResumeForm, type ResumeForm } from './resumeForm';
import { createNeedsYouActions } from './taskActions';

export interface NeedsYouView {
  readonly task: TaskView;
  readonly agents: readonly string[];
}

/** Creates the additional parts of a task that waits for the user: question, report, resume form, buttons. */
export function createNeedsYou(context: Context, alert: Alert, task: TaskView): Part<NeedsYouView> {
  let current = task;
  const links = { context, alert, taskId: task.id };
  const report = createPausePanel(context, links, (text) => form.addHint(text));
  const actions = createNeedsYouActions(context, alert, { taskId: task.id, form: () => form });
  const form: ResumeForm = createResumeForm(context, {
    taskId: task.id,
    title: task.title,
    onSubmit: () => (isAsked(current) ? actions.answer : actions.resume).press(),
    onToggle: () => {
      actions.update(current);
      if (!form.isOpen()) actions.resume.element.focus();
    },
    onInput: () => actions.update(current),
  });
  const question = createQuestion();
  const element = h(
    'div',
    { class: 'needs-you' },
    question.element,
    report.element,
    form.element,
    actions.element,
  );
  return {
    element,
    update: (view) => {
      current = view.task;
      const asked = isAsked(current);
      // A question comes first, followed by the reason for the task's status.
      place(element, report.element, asked ? null : form.element);
      const pause = current.report && describePause(current.report);
      question.update(pause?.question);
      setShown(report.element, pause !== undefined);
      if (pause !== undefined) report.update({ pause, task: current });
      form.update({
        asked,
        remedy: isMissingRemedy(current),
        agent: current.agent,
        agents: view.agents,
      });
      setShown(form.element, form.isOpen() && current.interventions.includes('resume'));
      actions.update(current);
    },
  };
}

function isAsked({ report }: TaskView): boolean {
  return report?.question !== undefined;
}

/** Creates the question to the user with its asker, as plain text. */
function createQuestion(): Part<PauseQuestion | undefined> {
  const who = h('span');
  const text = h('p', { class: 'question-text' });
  const element = h(
    'section',
    { class: 'question', 'aria-label': 'Question' },
    h('h4', {}, icon('question'), who),
    text,
  );
  return {
    element,
    update: (question) => {
      setText(who, question?.askedBy ?? '');
      setText(text, question?.text ?? '');
      setShown(element, text.textContent !== '');
    },
  };
}
