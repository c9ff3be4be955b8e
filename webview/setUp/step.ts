import type { Step } from '../../src/protocol/setUp/setUpView';
import { icon } from '../render/icons';
import { html, nothing, type Content, type TemplateResult } from '../template';
import type { StepScope } from './context';
import { inlineCode } from '../render/inlineCode';

/** A step of the page: its state, what is so, and its controls. */
export interface StepView {
  readonly id: 'agent' | 'verify' | 'task';
  readonly title: string;
  readonly step: Step;
  readonly body: Content;
}

/** Draws a step; green once it is done. */
export function stepRow(
  { sender }: StepScope,
  { id, title, step, body }: StepView,
): TemplateResult {
  const heading = `step-${id}`;
  return html`<li
    class=${step.done ? 'step done' : 'step'}
    data-step=${id}
    aria-labelledby=${heading}
  >
    <span class="step-icon">${icon(step.done ? 'check' : 'circle')}</span>
    <div class="step-content">
      <h2 id=${heading}
        >${title}<span class="sr-only">${step.done ? ', done' : ', to do'}</span></h2
      >
      <p class="says">${inlineCode(step.says)}</p>
      ${body} ${problemOf(sender)}
    </div>
  </li>`;
}

/** The objection to the last request. The live region stays on the page, so that its content is announced. */
export function problemOf({ problem }: StepScope['sender']): TemplateResult {
  const text = problem();
  return html`<div role="alert"
    >${text === '' ? nothing : html`<p class="step-problem">${icon('warning')}<span>${inlineCode(text)}</span></p>`}</div
  >`;
}
