import { describePause, type PauseQuestion } from '../../src/reports/pause/pauseView';
import { html, nothing, type Content, type TemplateResult } from '../template';
import { buttons } from './button';
import type { TaskScope } from './context';
import { icon } from './icons';
import { pausePanel } from './pausePanel';
import { resumeForm } from './resumeForm';
import { needsYouActions, submitButton } from './taskActions';
import type { TaskCardView } from './taskCard';

/** The additional parts of a task that waits for the user: question, report, resume form, buttons. */
export function needsYou(scope: TaskScope, { task, agents }: TaskCardView): TemplateResult {
  const pause = task.report && describePause(task.report);
  const report = pause === undefined ? nothing : pausePanel(scope, { pause, task });
  const form = resumeForm(scope, { task, agents, submit: submitButton(scope, task) });
  const actions = html`<div class="actions">${buttons(needsYouActions(scope, task))}</div>`;
  // A question comes first, followed by the reason for the task's status.
  const asked = pause?.question !== undefined;
  return html`<div class="needs-you"
    >${question(pause?.question)}${asked ? nothing : report}${form}${actions}${asked ? report : nothing}</div
  >`;
}

/** The question to the user with its asker, as plain text. */
function question(asked: PauseQuestion | undefined): Content {
  if (asked === undefined || asked.text === '') return nothing;
  return html`<section class="question" aria-label="Question"
    ><h4>${icon('question')}<span>${asked.askedBy}</span></h4
    ><p class="question-text">${asked.text}</p></section
  >`;
}
