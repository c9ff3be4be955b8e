import { isWaiting } from '../../../src/model/overview/overview';
import type { StepVerdict } from '../../../src/model/steps/step';
import type { TaskView } from '../../../src/protocol/dashboardView';
import { countOf } from '../../../src/text/count';
import { nameNumbers } from '../../../src/text/list';
import { visibleLine } from '../../../src/text/visibleText';
import { describeNow, describeSuspicion } from '../../stepPicture';
import { flag, html, nothing, paragraph, type Content, type TemplateResult } from '../../template';
import { clockSince } from '../clock';
import type { TaskScope } from '../context';
import { gauge } from '../gauge';
import { icon } from '../icons';

/** Maximum length of a sentence about a suspicion, in characters. */
const MAX_MESSAGE = 300;

/** The current step with its running time, and a suspicion as a meter; nothing without steps. */
export function stepsNow({ card, redraw }: TaskScope, task: TaskView): Content {
  const { steps } = task;
  if (steps === undefined || isWaiting(task) || task.status !== 'in_progress') return nothing;
  const { at, call } = describeNow(steps);
  const startedAt = steps.notice === undefined ? steps.current?.startedAt : undefined;
  const isIdle = steps.current === undefined || steps.notice !== undefined;
  const toggle = (): void => {
    card.stepOpen = !card.stepOpen;
    redraw();
  };
  const number = at === '' ? nothing : html`<span class="step-at">${at}</span> `;
  return html`<div class="steps-now" role="group" aria-label="What its agent does">
    <button
      type="button"
      class="step-now"
      aria-expanded=${String(card.stepOpen)}
      data-idle=${flag(isIdle)}
      @click=${toggle}
      >${number}<span class="step-call">${call}</span></button
    >
    <p class="step-facts"
      >${startedAt === undefined ? nothing : clockSince(startedAt)}<span class="step-count"
        >${`${countOf(steps.count, 'step')} done`}</span
      ></p
    >
    ${steps.suspicion === undefined ? nothing : suspicion(task.title, steps.suspicion)}
  </div>`;
}

function suspicion(title: string, verdict: StepVerdict): TemplateResult {
  const { count, limit, level, evidence, message } = verdict;
  const named = nameNumbers('step', evidence);
  const meter = gauge({
    kind: 'suspicion',
    name: `Suspicion in ${title}`,
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
      >${paragraph(visibleLine(message, MAX_MESSAGE), 'loop-message')}</div
    ></div
  >`;
}
