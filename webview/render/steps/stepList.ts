import type { ProvingStep } from '../../../src/model/steps/step';
import { nameNumbers } from '../../../src/text/list';
import { describeResult, mergeSteps, type SameSteps } from '../../stepPicture';
import { html, paragraph, repeat, type Content, type TemplateResult } from '../../template';
import { boundedList } from '../bounded';
import type { TaskScope } from '../context';
import { stepCall } from './stepCall';

/** An agent's steps, each call with its result; equal steps are merged, with all their numbers. */
export function stepList(scope: TaskScope, label: string, steps: readonly ProvingStep[]): Content {
  const view = { section: `${label}:${scope.taskId}`, items: mergeSteps(steps), noun: 'call' };
  return boundedList(
    scope,
    view,
    (shown) =>
      html`<ol class="steps" aria-label=${label}
        >${repeat(shown, ({ key }) => key, line)}</ol
      >`,
  );
}

function line({ numbers, step }: SameSteps): TemplateResult {
  const times = numbers.length > 1 ? `${numbers.length} times` : '';
  return html`<li
    ><p
      ><span class="step-at">${nameNumbers('step', numbers)}</span>
      <span class="step-times">${times}</span></p
    ><p class="step-call">${stepCall(step)}</p>${paragraph(describeResult(step), 'step-result')}</li
  >`;
}
