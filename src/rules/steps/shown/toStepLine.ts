import type { Step } from '../../../model/steps/step';
import { MAX_LINE_RESULT, MAX_SAID, type StepLine } from '../../../model/steps/stepLine';
import { maskAndCut } from '../../../text/maskAndCut';
import { toQuote } from '../text/toQuote';
import { toShownStep } from './toShownStep';

/** A step as a line in the list of all steps of its turn. */
export function toStepLine(step: Step): StepLine {
  return {
    ...toShownStep(step),
    said: toSaid(step.thought),
    result: step.result === '' ? '' : toQuote(step.result, MAX_LINE_RESULT),
  };
}

function toSaid(thought: string): string {
  const { text, left } = maskAndCut(thought.trim(), MAX_SAID);
  return left === 0
    ? text
    : `${Array.from(text.slice(0, MAX_SAID - 1))
        .slice(0, -1)
        .join('')}…`;
}
