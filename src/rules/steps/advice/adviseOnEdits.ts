import type { AdvisedLoop } from './advisedLoop';
import { isFailedStep } from './isFailedStep';
import { quoteLine, quoteNames } from './quoteWords';

/** The text to be replaced is not there, or not only once; the patch does not fit. */
const NOT_THERE =
  /\b(?:not found|no match\w*|did ?(?:not|n't) (?:appear|match)|does ?(?:not|n't) (?:apply|match|exist)|could ?(?:not|n't) (?:find|apply)|cannot find|unable to (?:find|apply)|occurrences|multiple|unique|not been read|hunk|rejects?|failed to (?:find|apply|match)|patch failed|(?:0|no) replacements?)\b/i;

/** Advice for edits that are rejected, change nothing, or undo each other: the agent does not see what is there. */
export function adviseOnEdits({ steps = [], answer = '', clues = {} }: AdvisedLoop): string {
  const files = quoteNames(clues.files ?? []);
  const edits = `The edits${files === '' ? '' : ` of ${files}`}`;
  const target = files === '' ? 'the file' : files;
  const last = steps.at(-1);
  const isRejected = clues.failed === true || (last !== undefined && isFailedStep(last));
  const reason = isRejected ? quoteLine(answer) : '';
  if (reason !== '' && !NOT_THERE.test(answer))
    return `${edits} are rejected: ${reason}. A hint that helps: read ${target} again, and do what this line asks for before the next edit.`;
  const what = reason === '' ? 'change nothing or undo each other' : `are rejected: ${reason}`;
  return `${edits} ${what}. A hint that helps: read ${target} again first, then edit the text that is really there.`;
}
