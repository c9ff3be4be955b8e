import type { PausedTurn, TurnChanges } from '../../reports/pause/pausedTurns';
import { OUTCOME_WORDS } from '../../reports/task/outcomeWords';
import { listSome } from '../../text/list';
import { printableLine } from '../terminal/printable';
import { testName } from './stuckText';

const MAX_FILES = 5;
const MAX_TESTS = 3;

/** What changed from turn to turn: counts, files, tests, failures; nothing where a report does not know. */
export function turnChangeLines(turns: readonly PausedTurn[]): readonly string[] {
  const width = Math.max(0, ...turns.map(({ number }) => String(number).length));
  const indent = ' '.repeat('turn   '.length + width);
  return turns.flatMap(({ number, subtask, outcome, changes }) => {
    if (changes === undefined) return [];
    const where = subtask === undefined ? '' : ` on ${printableLine(subtask)}`;
    const facts = [OUTCOME_WORDS[outcome], changes.counts, changes.failure];
    return [
      `turn ${String(number).padStart(width)}${where}  ${facts.filter(Boolean).join('; ')}`,
      ...detailLines(changes).map((line) => `${indent}${line}`),
    ];
  });
}

function detailLines({ files, newlyFailing, newlyPassing }: TurnChanges): readonly string[] {
  return [
    files.length === 0
      ? 'changed no files'
      : `changed ${listSome(files.map(printableLine), MAX_FILES)}`,
    ...tests('newly failing', newlyFailing),
    ...tests('newly passing', newlyPassing),
  ];
}

function tests(label: string, names: readonly string[]): readonly string[] {
  return names.length === 0 ? [] : [`${label}: ${listSome(names.map(testName), MAX_TESTS)}`];
}
