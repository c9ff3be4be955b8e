import type { FailureAnalysisReport, RepeatedFailure } from '../../model/report/pauseReport';
import {
  describeBest,
  describeFailure,
  describeRepetition,
} from '../../model/report/describeFailure';
import { capitalise } from '../../text/sentence';
import { shortName } from '../../text/truncate';
import { codeBlock, inlineCode, escapeMarkdown } from '../../text/markdown';

/** Failing tests that are listed. */
const MAX_TESTS = 10;

/**
 * Sections with the repeated failure, the best turn so far and the advice;
 * unknown parts are left out.
 */
export function stuckMarkdown(report: FailureAnalysisReport): readonly string[] {
  const { failure, best, advice } = report;
  const stuck = [
    ...(failure === undefined ? [] : failureLines(failure)),
    ...(best === undefined ? [] : [`- ${capitalise(describeBest(best))}.`]),
  ];
  const heading = failure === undefined ? 'The best turn so far' : 'What it is stuck at';
  return [
    ...(stuck.length === 0 ? [] : [`## ${heading}`, '', ...stuck, '']),
    ...(advice.length === 0 ? [] : ['## Advice', '', ...advice.map(bullet), '']),
  ];
}

function failureLines(failure: RepeatedFailure): readonly string[] {
  const { signature } = failure;
  return [
    `**${escapeMarkdown(capitalise(describeFailure(signature)))}**`,
    '',
    codeBlock(signature.exactMessage),
    '',
    `- ${capitalise(describeRepetition(failure))}.`,
    ...testLines(signature.failingTests),
  ];
}

function testLines(tests: readonly string[]): readonly string[] {
  if (tests.length === 0) return [];
  const left = tests.length - MAX_TESTS;
  return [
    `- ${tests.length === 1 ? '1 test fails' : `${tests.length} tests fail`}:`,
    ...tests.slice(0, MAX_TESTS).map((test) => `  - ${inlineCode(shortName(test))}`),
    ...(left > 0 ? [`  - … ${left} more`] : []),
  ];
}

function bullet(text: string): string {
  return `- ${escapeMarkdown(text)}`;
}
