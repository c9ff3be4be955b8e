import type { ProvingStep } from '../../../src/model/steps/step';
import { describeCall, describeResult, mergeSteps, type SameSteps } from '../../stepPicture';
import { h, setShown, setText, type Part } from '../dom';
import { createKeyedList } from '../keyedList';
import { nameNumbers } from '../../../src/text/list';

/** Creates a list of an agent's steps, each call with its result; equal steps are merged, with all their numbers. */
export function createStepList(label: string): Part<readonly ProvingStep[]> {
  const list = h('ol', { class: 'steps' });
  const draw = createKeyedList<SameSteps>(list, ({ key }) => key, createLine);
  return {
    element: h(
      'div',
      { class: 'scroller step-scroller', tabindex: '0', role: 'region', 'aria-label': label },
      list,
    ),
    update: (steps) => draw(mergeSteps(steps)),
  };
}

function createLine(): Part<SameSteps> {
  const at = h('span', { class: 'step-at' });
  const times = h('span', { class: 'step-times' });
  const call = h('p', { class: 'step-call' });
  const result = h('p', { class: 'step-result' });
  return {
    element: h('li', {}, h('p', {}, at, ' ', times), call, result),
    update: ({ numbers, step }) => {
      setText(at, nameNumbers('step', numbers));
      setText(times, numbers.length > 1 ? `${numbers.length} times` : '');
      setText(call, describeCall(step));
      const came = describeResult(step);
      setText(result, came);
      setShown(result, came !== '');
    },
  };
}
