import type { ProvingStep } from '../../src/model/steps/step';
import { h, setShown, setText, type Part } from '../render/dom';
import { describeCall, describeResult } from '../stepPicture';
import { factsOf, type ShownStep } from './shownRun';

export interface StepCaptionView {
  readonly step: ShownStep;
  /** Undefined until loaded. */
  readonly texts: ProvingStep | undefined;
  readonly proves: boolean;
}

/** Creates the caption of the step at the pointer: number, call, result and facts. */
export function createStepCaption(): Part<StepCaptionView | undefined> {
  const at = h('span', { class: 'step-at' });
  const call = h('span', { class: 'step-call' });
  const facts = h('p', { class: 'muted' });
  const result = h('p', { class: 'step-result' });
  const element = h('div', { class: 'step-caption' }, h('p', {}, at, ' ', call), result, facts);
  return {
    element,
    update: (view) => {
      setShown(element, view !== undefined);
      if (view === undefined) return;
      const { step, texts, proves } = view;
      setText(at, `step ${step.number}`);
      setText(call, texts === undefined ? '…' : describeCall(texts));
      setText(result, texts === undefined ? '' : describeResult(texts));
      setText(facts, factsOf(step, proves).join(' · '));
    },
  };
}
