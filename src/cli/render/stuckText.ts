import type { FailureAnalysisReport, RepeatedFailure } from '../../model/report/pauseReport';
import {
  describeBest,
  describeFailure,
  describeRepetition,
} from '../../model/report/describeFailure';
import { printable, printableLine } from '../terminal/printable';
import type { Style } from '../terminal/style';
import { shortName } from '../../text/truncate';

/** Lines of the failure's message, and failing tests, that are shown; `devs report --json` has all. */
const MAX_MESSAGE_LINES = 6;
const MAX_TESTS = 5;

/**
 * What the task is stuck at and the best it came to, then what Devs advises: nothing of it where a
 * report does not know. Made for the head of the pause block.
 */
export function stuckLines(report: FailureAnalysisReport, style: Style): readonly string[] {
  const { failure, best, advice } = report;
  return [
    ...(failure === undefined ? [] : failureLines(failure, style)),
    ...(best === undefined ? [] : [`  Best      ${describeBest(best)}`]),
    ...adviceLines(advice, style),
  ];
}

function failureLines(failure: RepeatedFailure, style: Style): readonly string[] {
  const { signature } = failure;
  return [
    `  Stuck at  ${style.bold(printableLine(describeFailure(signature)))}`,
    ...messageLines(signature.exactMessage),
    `            ${describeRepetition(failure)}`,
    ...testLines(signature.failingTests),
  ];
}

function messageLines(message: string): readonly string[] {
  const lines = printable(message)
    .split('\n')
    .filter((line) => line.trim() !== '');
  const left = lines.length - MAX_MESSAGE_LINES;
  return [
    ...lines.slice(0, MAX_MESSAGE_LINES).map((line) => `            | ${line}`.trimEnd()),
    ...(left > 0 ? [`            … ${left} more`] : []),
  ];
}

function testLines(tests: readonly string[]): readonly string[] {
  if (tests.length === 0) return [];
  const left = tests.length - MAX_TESTS;
  return [
    `  Tests     ${tests.length === 1 ? '1 test fails' : `${tests.length} tests fail`}`,
    ...tests.slice(0, MAX_TESTS).map((test) => `            - ${testName(test)}`),
    ...(left > 0 ? [`            … ${left} more`] : []),
  ];
}

/** A test's name as one line of bounded length. */
export function testName(test: string): string {
  return shortName(printableLine(test));
}

function adviceLines(advice: readonly string[], style: Style): readonly string[] {
  if (advice.length === 0) return [];
  return [
    '',
    style.bold('  Advice'),
    ...advice.map((sentence) => `    - ${style.yellow(printableLine(sentence))}`),
  ];
}
