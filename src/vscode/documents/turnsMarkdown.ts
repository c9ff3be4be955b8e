import { judgedMarkdown } from '../../model/report/judgedMarkdown';
import { isDecided, hasJudgedTurn, withoutReasoning } from '../../model/report/describeJudged';
import type { FailureAnalysisReport, ReportedTurn } from '../../model/report/pauseReport';
import {
  compareFailures,
  describeMeasurement,
  hasChangeFacts,
} from '../../model/report/describeFailure';
import { OUTCOME_WORDS } from '../../reports/task/outcomeWords';
import { describeEnd } from '../../model/turn/turn';
import { codeBlock, inlineCode, inlineCodeList } from '../../text/markdown';
import { oneLine } from '../../text/oneLine';
import { utcTime } from '../../text/time';

/** Changed files and tests that are named of one turn. */
const MAX_FILES = 10;
const MAX_TESTS = 5;

/** Every turn of the report with what it changed, oldest first. */
export function turnsMarkdown({ turns, taskId }: FailureAnalysisReport): readonly string[] {
  const failures = compareFailures(turns);
  const changesKnown = hasChangeFacts(turns);
  const judges = hasJudgedTurn(turns);
  return turns.flatMap((turn, index) => [
    '',
    ...heading(turn, taskId),
    ...facts(turn),
    ...(judges ? decisionLines(turn) : []),
    ...(changesKnown ? changes(turn, failures[index] ?? '') : []),
    '',
    codeBlock(turn.firstLines),
  ]);
}

function heading(turn: ReportedTurn, pausedTask: string): readonly string[] {
  const where = turn.taskId === pausedTask ? '' : ` on ${oneLine(turn.taskId)}`;
  const directive = turn.pivotDirective === 0 ? '' : `, pivot directive ${turn.pivotDirective}`;
  return [`### Turn ${turn.number}${where}: ${OUTCOME_WORDS[turn.outcome]}${directive}`, ''];
}

function facts(turn: ReportedTurn): readonly string[] {
  const verified =
    turn.verifyEnd === undefined ? 'not run' : inlineCode(describeEnd(turn.verifyEnd));
  const reason = withoutReasoning(turn.reason, turn.judged);
  return [
    `- Time: ${utcTime(turn.at)}, ${(turn.durationMs / 1000).toFixed(1)} s`,
    `- Agent: ${inlineCode(describeEnd(turn.agentEnd))}`,
    `- Verification: ${verified}`,
    `- Reply: ${inlineCode(turn.responseHash.slice(0, 12))}, workspace: ${inlineCode(turn.state.slice(0, 12))}`,
    ...(reason === '' ? [] : [`- Counted so because: ${inlineCode(reason)}`]),
  ];
}

function decisionLines(turn: ReportedTurn): readonly string[] {
  if (turn.judged === undefined && !isDecided(turn)) return [];
  const { decidedBy, more } = judgedMarkdown(turn);
  return [`- Decided by: ${decidedBy}`, ...more.map((line) => `  - ${line}`)];
}

function changes(turn: ReportedTurn, failure: string): readonly string[] {
  const { changedFiles, newlyFailing, newlyPassing, measurement } = turn;
  const files = changedFiles.length === 0 ? 'no files' : inlineCodeList(changedFiles, MAX_FILES);
  return [
    ...(measurement === undefined ? [] : [`- Tests: ${describeMeasurement(measurement)}`]),
    ...(failure === '' ? [] : [`- Failure: ${failure}`]),
    `- Changed: ${files}`,
    ...(newlyFailing.length === 0
      ? []
      : [`- Newly failing: ${inlineCodeList(newlyFailing, MAX_TESTS)}`]),
    ...(newlyPassing.length === 0
      ? []
      : [`- Newly passing: ${inlineCodeList(newlyPassing, MAX_TESTS)}`]),
  ];
}
