import { PIVOT_NAME } from '../../reports/task/counterWords';
import type { PausedTurn, TurnChanges } from '../../reports/pause/pausedTurns';
import { OUTCOME_WORDS } from '../../reports/task/outcomeWords';
import { compactDuration } from '../../text/describeDuration';
import { listSome } from '../../text/list';
import { utcTime } from '../../text/time';
import { printableLine } from '../terminal/printable';
import type { Style } from '../terminal/style';
import { displayWidth } from '../terminal/terminalText';
import { decisionLines } from './judgedText';
import { quoted } from './quoted';
import { testName } from './stuckText';
import { indented } from './titled';

/** Columns of a file name in the title of a turn. */
const MAX_SHORT = 24;
const MAX_FILES = 5;
const MAX_TESTS = 3;

/** Columns of the facts about a turn on one line. */
const WIDTH = 94;

/**
 * The turns of a pause block, oldest first: one line each, then what is not as in an earlier turn. A reason leaves out
 * its beginning where that earlier turn has it.
 */
export function pausedTurnLines(turns: readonly PausedTurn[], style: Style): readonly string[] {
  return turns.flatMap((turn, index) => {
    const earlier = turns.slice(0, index);
    const same = earlier.find((each) => identityOf(each) === identityOf(turn));
    const day = earlier.at(-1)?.at.slice(0, DAY);
    return [
      titleOf(turn, { day, same, style }),
      ...indented([
        ...(same === undefined ? factLines(turn) : []),
        ...changeLines(turn, same !== undefined),
        ...reasonLines(turn, same),
        ...(turn.decision === undefined ? [] : decisionLines(turn.decision)),
        ...(same === undefined ? outputLines(turn, earlier) : []),
      ]),
    ];
  });
}

/** Characters of an ISO 8601 time that are its day. */
const DAY = 'YYYY-MM-DD'.length;

/** What "same as turn 1" stands for: how agent and verification ended, with which reply, in which state, with which counts. */
function identityOf({ subtask, agentEnd, verification, changes, ...turn }: PausedTurn): string {
  const { reply, state, firstLines } = turn;
  return JSON.stringify([
    subtask,
    agentEnd,
    verification,
    changes?.counts,
    reply,
    state,
    firstLines,
  ]);
}

interface TitleFacts {
  /** Day of the turn before; undefined for the first one. */
  readonly day: string | undefined;
  readonly same: PausedTurn | undefined;
  readonly style: Style;
}

function titleOf(turn: PausedTurn, { day, same, style }: TitleFacts): string {
  const { number, subtask, outcome, durationMs, pivotDirective, changes } = turn;
  const time = utcTime(turn.at);
  const isSameDay = day !== undefined && turn.at.slice(0, DAY) === day;
  const parts = [
    style.bold(`turn ${number}${subtask === undefined ? '' : ` on ${printableLine(subtask)}`}`),
    OUTCOME_WORDS[outcome],
    compactDuration(durationMs),
    printableLine(isSameDay ? time.slice(DAY + 1) : time),
    ...(pivotDirective === 0 ? [] : [`↻ ${PIVOT_NAME} ${pivotDirective}`]),
    ...(same === undefined ? [] : [describeSame(same, changes)]),
  ];
  return parts.join('  ');
}

function describeSame({ number }: PausedTurn, changes: TurnChanges | undefined): string {
  if (changes === undefined) return `same as turn ${number}`;
  const names = changes.files.map(printableLine);
  if (names.length === 0) return `same as turn ${number}, changed no files`;
  return isShort(names)
    ? `same as turn ${number}, changed ${names.join('')}`
    : `same as turn ${number}`;
}

/** Whether the changed files fit on the title line. */
function isShort(names: readonly string[]): boolean {
  return names.length === 1 && displayWidth(names.join('')) <= MAX_SHORT;
}

function factLines({ agentEnd, verification, reply, state }: PausedTurn): readonly string[] {
  const facts = { agent: agentEnd, verification, response: reply, state };
  const parts = Object.entries(facts).map(
    ([name, fact]) => `${name}: ${printableLine(fact) || '(none)'}`,
  );
  const line = parts.join('  ');
  return displayWidth(line) <= WIDTH
    ? [line]
    : [parts.slice(0, 2).join('  '), parts.slice(2).join('  ')];
}

/** Changed files, tests and failures; counts and failures that the reason names are left out. */
function changeLines({ changes, reason }: PausedTurn, isSame: boolean): readonly string[] {
  if (changes === undefined) return [];
  const { counts, failure, files, newlyFailing, newlyPassing } = changes;
  const facts = [
    isSame || reason.includes(counts) ? '' : counts,
    reason.includes('same failure') ? '' : failure,
  ].filter((fact) => fact !== '');
  const unchanged = isSame ? [] : ['changed no files'];
  return [
    ...(facts.length === 0 ? [] : [facts.join('; ')]),
    ...(files.length === 0
      ? unchanged
      : isSame && isShort(files.map(printableLine))
        ? []
        : [`changed ${listSome(files.map(printableLine), MAX_FILES)}`]),
    ...tests('newly failing', newlyFailing),
    ...tests('newly passing', newlyPassing),
  ];
}

function tests(label: string, names: readonly string[]): readonly string[] {
  return names.length === 0 ? [] : [`${label}: ${listSome(names.map(testName), MAX_TESTS)}`];
}

function reasonLines({ reason }: PausedTurn, same: PausedTurn | undefined): readonly string[] {
  const known = same === undefined || same.reason === '' ? undefined : same.reason;
  if (reason === known) return [];
  const said =
    known !== undefined && reason.startsWith(`${known}. `)
      ? reason.slice(known.length + 2)
      : reason;
  const line = printableLine(said);
  return line === '' ? [] : [line];
}

/** The first lines of the reply; a reference where an earlier turn has the same ones. */
function outputLines(
  { firstLines }: PausedTurn,
  earlier: readonly PausedTurn[],
): readonly string[] {
  const same = earlier.find((turn) => turn.firstLines === firstLines);
  if (firstLines.trim() === '') return ['(no output)'];
  if (same === undefined) return quoted(firstLines);
  return [`output as in turn ${same.number}`];
}
