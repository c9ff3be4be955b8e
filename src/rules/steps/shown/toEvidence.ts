import { MAX_STEP_TEXT, type ProvingStep, type Step } from '../../../model/steps/step';
import { outputLines } from '../../output/outputLines';
import { readClosingLines } from '../../testRuns/closingLines';
import { classifyResult, stripWrappers } from '../results/classifyResult';
import { dropBanner } from '../text/comparableText';
import { toQuote } from '../text/toQuote';
import { dropFrame } from './dropFrame';
import { quoteReasonLine } from './quoteReasonLine';
import { quoteLine } from './quoteWords';
import { toProvingStep, toShortLine } from './toProvingStep';
import { findMainLine, toShownStep } from './toShownStep';

/** Maximum length of the line of an edit, and of the name of a failing test, in characters. */
const MAX_LINE = 80;
const MAX_TEST = 80;
/** Length of a result that is shown whole, in characters. */
const MAX_WHOLE = 60;
const FIRST_SENTENCE = /^.+?[.!](?= )/;
/** Arguments that are data. */
const DATA = /^\s*[{[<]/;

/** As `toProvingStep`, with what a person reads of it: what the call is about, and the part of the result that matters. */
export function toEvidence(step: Step): ProvingStep {
  const proving = toProvingStep(step);
  if (step.tool === '') return proving;
  const subject = DATA.test(proving.call) ? describeSubject(step) : '';
  const outcome = describeOutcome(step);
  return {
    ...proving,
    ...(subject !== '' && { subject }),
    ...(outcome !== '' && outcome !== proving.result && { outcome }),
  };
}

function describeSubject(step: Step): string {
  const { call } = toShownStep(step);
  const line = quoteLine(findMainLine(step), MAX_LINE);
  return call === '' || line === '' ? call : `${call}: ${line}`;
}

/** Of a failure the tests that failed and the line that says why, else all but what a script prints before it runs. */
function describeOutcome(step: Step): string {
  const { result, error } = step;
  if (result.length <= MAX_WHOLE) return toShortLine(stripWrappers(result));
  const kind = classifyResult(step);
  if (kind !== 'failure' || error === false)
    return kind === 'done'
      ? quoteFirstSentence(result)
      : toShortLine(dropFrame(dropBanner(result)));
  const reason = quoteReasonLine(step);
  const tests = nameFailingTests(result);
  if (tests === '' || reason.includes(tests)) return reason;
  return toQuote(reason === '' ? tests : `${tests}: ${reason}`, MAX_STEP_TEXT);
}

function quoteFirstSentence(text: string): string {
  const line = toShortLine(text);
  return FIRST_SENTENCE.exec(line)?.[0] ?? line;
}

/** "adds up to cents and 2 more"; '' for none. */
function nameFailingTests(result: string): string {
  const [first, ...more] = readClosingLines(outputLines(result))?.failingTests ?? [];
  if (first === undefined) return '';
  const name = toQuote(first, MAX_TEST);
  return more.length === 0 ? name : `${name} and ${more.length} more`;
}
