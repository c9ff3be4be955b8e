import { describeJudged } from '../../domain/judgeWords';
import { quoted, sentence } from '../../domain/markdownText';
import type { RunReportTurn } from '../../domain/runReport';

/** What the judge was asked about turns: who decided, why in its own words, what that took. Nothing where it was not. */
export function judgedMarkdown(turns: readonly RunReportTurn[]): readonly string[] {
  const asked = turns.flatMap(({ number, judged }) =>
    judged === undefined ? [] : [{ number, ...describeJudged(judged) }],
  );
  if (asked.length === 0) return [];
  return [
    '### What the judge was asked',
    '',
    ...asked.flatMap(({ number, decidedBy, reasoning, cost }) => [
      `- Turn ${number}, decided by ${sentence(decidedBy)}${cost === '' ? '' : ` (${cost})`}`,
      ...(reasoning === '' ? [] : [`  - The judge said: ${quoted(reasoning)}`]),
    ]),
    '',
  ];
}
