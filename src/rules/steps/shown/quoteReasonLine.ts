import { MAX_STEP_TEXT, type Step } from '../../../model/steps/step';
import { maskAndCut, maskAndKeepEnd } from '../../../text/maskAndCut';
import { classifyResult, stripWrappers } from '../results/classifyResult';
import { toQuote } from './toQuote';

/** Characters read from each end of a result. */
const MAX_READ = 2_000;

/**
 * Quotes the line of a step's result that says why: the first one that states a failure, else the last one. One line of
 * at most `MAX_STEP_TEXT` characters, secrets masked; '' for an empty result.
 */
export function quoteReasonLine({ result }: Pick<Step, 'result'>): string {
  const lines = readEnds(result)
    .split('\n')
    .map((line) => stripWrappers(line))
    .filter((line) => line !== '');
  const failure = lines.find((line) => classifyResult({ result: line }) === 'failure');
  return toQuote(failure ?? lines.at(-1) ?? '', MAX_STEP_TEXT);
}

/** Both ends of a text, secrets masked: half a secret would not be recognised in a line. */
function readEnds(text: string): string {
  const start = maskAndCut(text, MAX_READ);
  if (start.left === 0) return start.text;
  return `${start.text}\n${maskAndKeepEnd(text, MAX_READ)}`;
}
