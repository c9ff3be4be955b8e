import { isWaiting } from '../../../src/model/overview/overview';
import type { ShownStep, StepVerdict } from '../../../src/model/steps/step';
import type { TaskView } from '../../../src/protocol/dashboardView';
import { countOf } from '../../../src/text/count';
import { nameNumbers } from '../../../src/text/list';
import { visibleLine } from '../../../src/text/visibleText';
import { describeCall, describeNow, describeSaid, describeSuspicion } from '../../stepPicture';
import { flag, html, nothing, paragraph, type Content, type TemplateResult } from '../../template';
import { clockSince } from '../clock';
import type { TaskScope } from '../context';
import { gauge } from '../gauge';
import { icon } from '../icons';
import { inlineCode } from '../inlineCode';
import { describeContextUsage } from '../../../src/reports/task/describeContextUsage';
import { planNow } from './planNow';

/** Maximum length of a sentence about a suspicion, in characters. */
const MAX_MESSAGE = 300;

/**
 * What the agent of a running turn does: its newest calls, the current step with its running time, its last sentence,
 * its plan, what it has used of its context, and a suspicion as a meter; nothing without steps.
 */
export function stepsNow(scope: TaskScope, task: TaskView): Content {
  const { card, redraw } = scope;
  const { steps } = task;
  if (steps === undefined || isWaiting(task) || task.status !== 'in_progress') return nothing;
  const { at, call } = describeNow(steps);
  const startedAt = at === '' ? undefined : steps.current?.startedAt;
  const toggle = (): void => {
    card.stepOpen = !card.stepOpen;
    redraw();
  };
  const number = at === '' ? nothing : html`<span class="step-at">${at}</span> `;
  return html`<div class="steps-now" role="group" aria-label="What the agent is doing">
    ${recentCalls(steps.recent)}
    <button
      type="button"
      class="step-now"
      aria-expanded=${String(card.stepOpen)}
      data-idle=${flag(at === '')}
      @click=${toggle}
      >${number}<span class="step-call">${call}</span></button
    >
    <p class="step-facts"
      >${startedAt === undefined ? nothing : clockSince(startedAt)}<span class="step-count"
        >${`${countOf(steps.count, 'step')} done`}</span
      >${steps.usage === undefined ? nothing : html`<span class="step-usage">${describeContextUsage(steps.usage)}</span>`}</p
    >
    ${paragraph(describeSaid(steps), 'step-said')} ${planNow(scope, steps.plan)}
    ${steps.suspicion === undefined ? nothing : suspicionNote(task.title, steps.suspicion)}
  </div>`;
}

/** What the signs after the newest calls mean. */
const SIGNS =
  'The newest tool calls. “+2 −1” counts the lines that an edit adds and removes; ✗ marks a failed call.';

/** "Read src/cart.js · Bash npm test ✗ · Edit cart.js +1 −1": the newest calls, oldest first. */
export function recentCalls(steps: readonly ShownStep[] = []): Content {
  if (steps.length === 0) return nothing;
  const calls = steps.map((step, index) => {
    const failed = step.failed === true ? html` <span class="step-failed">✗</span>` : nothing;
    const before = index === 0 ? '' : ' · ';
    return html`${before}<span class="step-call">${describeCall(step)}</span>${failed}`;
  });
  return html`<p class="steps-recent" title=${SIGNS}>${calls}</p>`;
}

/** A suspicion as a meter, in the task or session with this name. */
export function suspicionNote(title: string, verdict: StepVerdict): TemplateResult {
  const { count, limit, level, evidence, message } = verdict;
  const named = nameNumbers('step', evidence);
  const meter = gauge({
    kind: 'suspicion',
    name: `Possible loop in ${title}`,
    remark: named,
    value: count,
    max: limit,
  });
  return html`<div
    class="loop-note step-suspicion"
    role="group"
    aria-label="Suspicion"
    data-level=${level}
    >${icon('retry')}<div
      ><p class="loop-kind">${describeSuspicion(verdict)}</p
      ><p class="suspicion-line">${meter} <span class="muted">${named}</span></p
      >${paragraph(visibleLine(message, MAX_MESSAGE), 'loop-message', inlineCode)}</div
    ></div
  >`;
}
