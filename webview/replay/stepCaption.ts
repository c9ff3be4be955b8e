import type { TimelineText } from '../../src/protocol/replay/replayView';
import { stepCall } from '../render/steps/stepCall';
import { describeResult } from '../stepPicture';
import { html, type TemplateResult } from '../template';
import { factsOf, type ShownStep } from './shownRun';

export interface StepCaptionView {
  readonly step: ShownStep;
  /** Undefined until loaded. */
  readonly texts: TimelineText | undefined;
  readonly proves: boolean;
}

/** The caption of the step at the pointer: number, call, result and facts. */
export function stepCaption({ step, texts, proves }: StepCaptionView): TemplateResult {
  const call = texts === undefined ? '…' : stepCall(texts);
  const result = texts === undefined ? '' : describeResult(texts);
  return html`<div class="step-caption"
    ><p
      ><span class="step-at">${`step ${step.number}`}</span>
      <span class="step-call">${call}</span></p
    ><p class="step-result">${result}</p
    ><p class="muted">${factsOf(step, proves).join(' · ')}</p></div
  >`;
}
