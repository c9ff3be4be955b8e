import { MAX_STEP_TEXT, type ProvingStep, type Step } from '../../domain/step';
import { maskSecrets } from '../external/maskSecrets';

/** What is kept of a step that proves something: the beginnings of its texts, secrets masked. */
export function provingStep(step: Step): ProvingStep {
  return {
    number: step.number,
    tool: shortLine(step.tool),
    call: shortLine(step.args),
    result: shortLine(step.tool === '' ? step.thought : step.result),
  };
}

/** Looked at before secrets are masked and blanks are drawn together, so that the end is not cut from a secret. */
const ROOM = 4;

function shortLine(text: string): string {
  const line = maskSecrets(text.slice(0, MAX_STEP_TEXT * ROOM))
    .replace(/\s+/g, ' ')
    .trim();
  const kept = Array.from(line.slice(0, MAX_STEP_TEXT));
  const cut = line.length > MAX_STEP_TEXT || text.length > MAX_STEP_TEXT * ROOM;
  return cut ? `${kept.slice(0, -1).join('')}…` : line;
}
