import type { ProvingStep } from '../../../src/model/steps/step';
import { describeCall } from '../../stepPicture';
import { html, type Content } from '../../template';
import { inlineCode, withoutCodeMarks } from '../inlineCode';

type ShownCall = Pick<ProvingStep, 'tool' | 'call' | 'subject'>;

/** A call on one line. What Devs quotes of it, such as the line of an edit, is shown as code; a command stays as it is. */
export function stepCall(step: ShownCall): Content {
  const line = describeCall(step);
  return step.subject === undefined ? html`${line}` : inlineCode(line);
}

/** Likewise as text. */
export function stepCallText(step: ShownCall): string {
  const line = describeCall(step);
  return step.subject === undefined ? line : withoutCodeMarks(line);
}
