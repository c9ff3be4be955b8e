import type { FailureAnalysisReport, ReportedTurn } from '../../model/report/pauseReport';
import {
  compareFailures,
  describeMeasurement,
  hasChangeFacts,
} from '../../model/report/describeFailure';
import { printableLine } from '../terminal/printable';
import type { Style } from '../terminal/style';
import { OUTCOME_WORDS } from '../../reports/task/outcomeWords';
import { testName } from './stuckText';
import { listSome } from '../../text/list';

const MAX_FILES = 5;
const MAX_TESTS = 3;

/** What changed from turn to turn: counts, files, tests, failures; nothing where a report does not know. */
export function turnChangeLines(
  { turns, taskId }: FailureAnalysisReport,
  style: Style,
): readonly string[] {
  if (!hasChangeFacts(turns)) return [];
  const failures = compareFailures(turns);
  const width = Math.max(...turns.map(({ number }) => String(number).length));
  return [
    '',
    style.bold('  What changed from turn to turn'),
    ...turns.flatMap((turn, index) => {
      const number = String(turn.number).padStart(width);
      const where = turn.taskId === taskId ? '' : ` on ${printableLine(turn.taskId)}`;
      const facts = [
        OUTCOME_WORDS[turn.outcome],
        ...(turn.measurement === undefined ? [] : [describeMeasurement(turn.measurement)]),
        ...(failures[index] === '' ? [] : [failures[index]]),
      ];
      const indent = ' '.repeat('    turn   '.length + width);
      return [
        `    turn ${number}${where}  ${facts.join('; ')}`,
        ...detailLines(turn).map((line) => `${indent}${line}`),
      ];
    }),
  ];
}

function detailLines(turn: ReportedTurn): readonly string[] {
  const { changedFiles, newlyFailing, newlyPassing } = turn;
  const files = changedFiles.map(printableLine);
  return [
    changedFiles.length === 0 ? 'changed no files' : `changed ${listSome(files, MAX_FILES)}`,
    ...tests('newly failing', newlyFailing),
    ...tests('newly passing', newlyPassing),
  ];
}

function tests(label: string, names: readonly string[]): readonly string[] {
  return names.length === 0 ? [] : [`${label}: ${listSome(names.map(testName), MAX_TESTS)}`];
}
