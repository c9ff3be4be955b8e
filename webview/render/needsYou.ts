import type { FailureLocation } from '../../src/model/failure/failure';
import type { TaskView } from '../../src/protocol/dashboardView';
import {
  describePause,
  type PauseQuestion,
  type PauseView,
} from '../../src/reports/pause/pauseView';
import { namePlace } from '../../src/reports/pause/pauseReason';
import { countOf } from '../../src/text/count';
import { capitalise } from '../../src/text/sentence';
import { html, nothing, type Content, type TemplateResult } from '../template';
import { boundedParagraph } from './bounded';
import { button, buttons, sending } from './button';
import type { TaskScope } from './context';
import { icon } from './icons';
import { inlineCode } from './inlineCode';
import { resumeForm } from './resumeForm';
import { adviceSection } from './stuckAt';
import { needsYouActions, submitButton } from './taskActions';

/** A task that waits for the user, and which agents it could go on with. */
interface DecisionView {
  readonly task: TaskView;
  readonly agents: readonly string[];
}

/** The decision about a task that waits for the user: the question, or why it waits; the form and the buttons. */
export function needsYou(scope: TaskScope, { task, agents }: DecisionView): TemplateResult {
  const pause = task.report && describePause(task.report);
  const form =
    pause?.missing === undefined
      ? resumeForm(scope, { task, agents, submit: submitButton(scope, task) })
      : nothing;
  const actions = buttons(needsYouActions(scope, task));
  const why =
    pause === undefined ? nothing : (question(scope, pause.question) ?? reason(scope, pause));
  return html`<div class="needs-you"
    >${why}${openComments(task)}${form}<div class="actions">${actions}</div></div
  >`;
}

/** How many comments on lines of a reviewed change wait to be sent back. */
function openComments({ review }: TaskView): Content {
  return review === undefined || review.comments === 0
    ? nothing
    : html`<p class="muted open-comments"
        >${`${countOf(review.comments, 'comment')} of yours not sent yet`}</p
      >`;
}

/** The question to the user with its asker, as plain text. */
function question(scope: TaskScope, asked: PauseQuestion | undefined): TemplateResult | undefined {
  if (asked === undefined || asked.text === '') return undefined;
  return html`<section class="question" aria-label="Question">
    <h4>${icon('question')}<span>${asked.askedBy}</span></h4>
    ${boundedParagraph(scope, 'question-text', { section: `question:${scope.taskId}`, text: asked.text })}
  </section>`;
}

/** Why the task waits, in one sentence; where something outside the task is missing, what to do too. */
function reason(scope: TaskScope, pause: PauseView): Content {
  const { sentence, place } = pause.reason;
  const where = place === undefined ? nothing : html`, ${placeLink(scope, place)}`;
  const remedy = pause.adviceFirst ? adviceSection(pause) : nothing;
  return html`<p class="decision">${inlineCode(capitalise(sentence))}${where}</p>${remedy}`;
}

/** Opens the file where it fails, at its line. */
function placeLink(scope: TaskScope, place: FailureLocation): TemplateResult {
  const look = {
    action: 'openPlace',
    label: namePlace(place),
    appearance: 'link',
    state: { enabled: true, hint: `Opens ${place.file}.` },
  } as const;
  return button(sending(scope, look, { method: 'openPlace', params: { taskId: scope.taskId } }));
}
