import { PIVOT_NAME } from '../../reports/task/counterWords';
import { judgedMarkdown } from '../../reports/judge/judgedMarkdown';
import type { PausedTurn, TurnChanges } from '../../reports/pause/pausedTurns';
import { OUTCOME_WORDS } from '../../reports/task/outcomeWords';
import { describeDuration } from '../../text/describeDuration';
import { codeBlock, inlineCode, inlineCodeList } from '../../text/markdown';
import { oneLine } from '../../text/oneLine';
import { utcTime } from '../../text/time';

/** Changed files and tests that are named of one turn. */
const MAX_FILES = 10;
const MAX_TESTS = 5;

/** A turn of a pause report with what it changed, in paragraphs. */
export function turnsMarkdown(turn: PausedTurn): readonly string[] {
  const { number, subtask, outcome, pivotDirective, reason, changes } = turn;
  const where = subtask === undefined ? '' : ` on ${oneLine(subtask)}`;
  const directive = pivotDirective === 0 ? '' : `, ${PIVOT_NAME} ${pivotDirective}`;
  const facts = [
    `Time: ${utcTime(turn.at)}, ${describeDuration(turn.durationMs)}`,
    `Agent: ${inlineCode(turn.agentEnd)}`,
    `Verification: ${inlineCode(turn.verification)}`,
    `Reply: ${inlineCode(turn.reply)}, workspace: ${inlineCode(turn.state)}`,
    ...(reason === '' ? [] : [`Reason: ${inlineCode(reason)}`]),
    ...decisionFacts(turn),
    ...(changes === undefined ? [] : changeFacts(changes)),
  ];
  return [
    `### Turn ${number}${where}: ${OUTCOME_WORDS[outcome]}${directive}`,
    facts.map((fact) => `- ${fact}`).join('\n'),
    codeBlock(turn.firstLines),
  ];
}

function decisionFacts({ decision }: PausedTurn): readonly string[] {
  if (decision === undefined) return [];
  const { decidedBy, more } = judgedMarkdown(decision);
  return [[`Decided by: ${decidedBy}`, ...more.map((line) => `  - ${line}`)].join('\n')];
}

function changeFacts(changes: TurnChanges): readonly string[] {
  const { counts, failure, files, newlyFailing, newlyPassing } = changes;
  const tests = (label: string, names: readonly string[]): readonly string[] =>
    names.length === 0 ? [] : [`${label}: ${inlineCodeList(names, MAX_TESTS)}`];
  return [
    ...(counts === '' ? [] : [`Tests: ${counts}`]),
    ...(failure === '' ? [] : [`Failure: ${failure}`]),
    `Changed: ${files.length === 0 ? 'no files' : inlineCodeList(files, MAX_FILES)}`,
    ...tests('Newly failing', newlyFailing),
    ...tests('Newly passing', newlyPassing),
  ];
}
