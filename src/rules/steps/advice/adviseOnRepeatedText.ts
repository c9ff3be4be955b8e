import type { ProvingStep } from '../../../model/steps/step';
import { findQuestion } from '../../turn/findQuestion';
import type { AdvisedLoop } from './advisedLoop';
import { quoteLine } from '../shown/quoteWords';

/** Nothing in the project or the task causes such a loop. */
const WORN_CONTEXT =
  'The agent only repeats its own words: its context has degenerated, and nothing in the project needs a fix. ' +
  'A fresh session or another agent helps; a hint does not.';

/** The text itself makes sense, but nothing follows it. */
const NO_ACTION =
  'The agent says the same again instead of acting. Tell the agent in a hint: which call to make first. ' +
  'If it still repeats itself, its context has degenerated: a fresh session or another agent helps.';

/** Advice for a text that repeats: a question wants an answer, anything else a new session. */
export function adviseOnRepeatedText({ steps = [] }: AdvisedLoop): string {
  const question = findQuestion(steps.at(-1)?.result ?? '');
  if (question === undefined) return steps.every(isStatement) ? NO_ACTION : WORN_CONTEXT;
  return `The agent asks and gets no answer: ${quoteLine(question)}. Answer it in a hint.`;
}

/** Characters at the beginning of a text that come again if it repeats pieces of itself. */
const BEGINNING = 24;

/** Whether a text is said instead of acting, without repeating pieces of itself. */
function isStatement({ tool, result }: ProvingStep): boolean {
  return tool === '' && !result.includes(result.slice(0, BEGINNING), 1);
}
