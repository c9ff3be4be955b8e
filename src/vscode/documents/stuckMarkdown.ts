import type { PauseView, StuckFailure } from '../../reports/pause/pauseView';
import { codeBlock, inlineCode, escapeMarkdown } from '../../text/markdown';
import { capitalise } from '../../text/sentence';
import { shortName } from '../../text/truncate';

/** Failing tests that are listed. */
const MAX_TESTS = 10;

/** Paragraphs with the repeated failure and the best turn so far; unknown parts are left out. */
export function stuckMarkdown({ stuckAt, best }: PauseView): readonly string[] {
  if (stuckAt === undefined && best === undefined) return [];
  const facts = [
    ...(stuckAt === undefined ? [] : failureFacts(stuckAt)),
    ...(best === undefined ? [] : [`- ${capitalise(best)}.`]),
  ];
  return [
    ...(stuckAt === undefined
      ? ['## The best turn so far']
      : [
          '## What it is stuck at',
          `**${escapeMarkdown(capitalise(stuckAt.what))}**`,
          codeBlock(stuckAt.message),
        ]),
    facts.join('\n'),
  ];
}

function failureFacts({ repetition, testCount, tests }: StuckFailure): readonly string[] {
  const left = tests.length - MAX_TESTS;
  return [
    `- ${capitalise(repetition)}.`,
    ...(testCount === '' ? [] : [`- ${testCount}:`]),
    ...tests.slice(0, MAX_TESTS).map((test) => `  - ${inlineCode(shortName(test))}`),
    ...(left > 0 ? [`  - … ${left} more`] : []),
  ];
}
