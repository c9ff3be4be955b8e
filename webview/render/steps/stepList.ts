import type { ProvingStep } from '../../../src/model/steps/step';
import { nameNumbers } from '../../../src/text/list';
import { describeCall, describeResult, mergeSteps, type SameSteps } from '../../stepPicture';
import { html, paragraph, repeat, scroller, type TemplateResult } from '../../template';

/** An agent's steps, each call with its result; equal steps are merged, with all their numbers. */
export function stepList(label: string, steps: readonly ProvingStep[]): TemplateResult {
  const items = repeat(mergeSteps(steps), ({ key }) => key, line);
  return scroller(
    label,
    'step-scroller',
    html`<ol class="steps"
      >${items}</ol
    >`,
  );
}

function line({ numbers, step }: SameSteps): TemplateResult {
  const times = numbers.length > 1 ? `${numbers.length} times` : '';
  return html`<li
    ><p
      ><span class="step-at">${nameNumbers('step', numbers)}</span>
      <span class="step-times">${times}</span></p
    ><p class="step-call">${describeCall(step)}</p
    >${paragraph(describeResult(step), 'step-result')}</li
  >`;
}
