import { findQuestion } from '../../turn/findQuestion';
import type { AdvisedLoop } from './advisedLoop';
import { quoteLine } from './quoteWords';

/** Nothing in the project or the task causes such a loop. */
const WORN_CONTEXT =
  'The agent only repeats its own words: its context has degenerated, and nothing in the project needs a fix. ' +
  'A fresh session or another agent helps; a hint does not.';

/** Advice for a text that repeats: a question wants an answer, anything else a new session. */
export function adviseOnRepeatedText({ steps = [] }: AdvisedLoop): string {
  const question = findQuestion(steps.at(-1)?.result ?? '');
  return question === undefined
    ? WORN_CONTEXT
    : `The agent asks and gets no answer: ${quoteLine(question)}. Answer it in a hint.`;
}
