import type { GuardedSession } from '../../model/guard/guardedSession';
import type { SessionTurn } from '../../model/guard/sessionRewind';
import { describeSession, type DescribedGuardedLoop } from '../../reports/guard/describeSession';
import { clockTime } from '../../text/time';
import { capitalise, withFullStop } from '../../text/sentence';
import { countOf } from '../../text/count';
import { printableLine, printablePath } from '../terminal/printable';
import type { Style } from '../terminal/style';
import { provingStepLines } from './provingStepsText';
import { stepLines } from './statusText';
import { indented, titled } from './titled';

/** Characters of an id that are shown, where they are enough to tell it from the others. */
const SHORT_ID = 8;

export interface SessionsTextOptions {
  readonly style: Style;
  readonly now: Date;
  /** Folder that the sessions are of; absent: of every one. */
  readonly folder?: string;
  /** Number of sessions in other folders. */
  readonly left: number;
}

/** The beginning of each session's id that names it, by the session's file. */
export function shortIds(sessions: readonly GuardedSession[]): ReadonlyMap<string, string> {
  return new Map(
    sessions.map(({ id, file }) => {
      const short = id.slice(0, SHORT_ID);
      const isAmbiguous = sessions.some(
        (other) => other.file !== file && other.id.startsWith(short),
      );
      return [file, isAmbiguous ? id : short];
    }),
  );
}

/** The sessions, newest first, each with what it does and its newest loop. */
export function sessionsText(
  sessions: readonly GuardedSession[],
  { style, now, folder, left }: SessionsTextOptions,
): string {
  const where = folder === undefined ? '' : ` in ${printablePath(folder)}`;
  const ids = shortIds(sessions);
  const others =
    left > 0 ? [`${countOf(left, 'more session')} in other folders: \`devs sessions --all\``] : [];
  const none = [
    `No guarded session was active in the last day${where}.`,
    ...(left > 0 ? [] : ['`devs guard status` shows which agents are guarded.']),
  ];
  const blocks = sessions.flatMap((session) => [
    ...headLines(session, ids.get(session.file) ?? session.id, { style, now }),
    ...loopLines(describeSession(session, now).loops.slice(0, 1), style),
    '',
  ]);
  const lines = [
    ...(sessions.length === 0 ? none : blocks),
    ...others,
    ...(sessions.length === 0 ? [] : ['More of one: `devs sessions <session>`']),
  ];
  return `${lines.join('\n')}\n`;
}

export interface SessionTextOptions {
  readonly style: Style;
  readonly now: Date;
  /** What names the session in a terminal. */
  readonly id: string;
  /** Its turns, oldest first. */
  readonly turns: readonly SessionTurn[];
}
/** Turns that are listed, the newest. */
const MAX_TURNS = 20;

/** One session: what it does, its loops with their proof, and what can be said about it. */
export function sessionText(
  session: GuardedSession,
  { style, now, id, turns }: SessionTextOptions,
): string {
  const { loops, canDismiss } = describeSession(session, now);
  const name = printableLine(id);
  const next = [
    ...(canDismiss
      ? [{ command: `devs sessions ${name} --not-a-loop`, does: 'the newest loop was none' }]
      : []),
    ...(session.status === 'ended'
      ? []
      : [
          {
            command: `devs sessions ${name} --snooze 30m`,
            does: 'leave the session alone for a while',
          },
        ]),
    ...(turns.some(({ before }) => before !== undefined)
      ? [
          {
            command: `devs rewind ${name}`,
            does: 'restore the files as they were before its newest prompt; --to <turn>: after that turn',
          },
        ]
      : []),
  ];
  const lines = [
    ...headLines(session, id, { style, now }),
    ...loops.flatMap((loop) => {
      const title = [loop.at, loop.place].filter((part) => part !== '').join(', ');
      return titled(title, proofLines(loop, style), style);
    }),
    ...titled('Turns', turnLines(turns, now), style),
    ...titled('Next', stepLines(next, style), style),
  ];
  return `${lines.join('\n')}\n`;
}

/** A turn, when it began, and its prompt. */
function turnLines(turns: readonly SessionTurn[], now: Date): readonly string[] {
  const left = turns.length - MAX_TURNS;
  return [
    ...(left > 0 ? [countOf(left, 'earlier turn')] : []),
    ...turns.slice(-MAX_TURNS).map(({ number, startedAt, asked }) => {
      return `${number}  ${clockTime(startedAt, now)}  ${printableLine(asked)}`;
    }),
  ];
}

function headLines(
  session: GuardedSession,
  id: string,
  { style, now }: Pick<SessionTextOptions, 'style' | 'now'>,
): readonly string[] {
  const {
    agent,
    status,
    folder,
    asked,
    now: doing,
    suspicion,
    snoozed,
    rewound,
  } = describeSession(session, now);
  const isStopped = session.status === 'stopped' || session.wasStopped === true;
  const paint = isStopped ? style.yellow : style.cyan;
  return [
    `${style.bold(printableLine(id))}  ${agent}  ${paint(status)}, last at ${clockTime(session.lastAt, now)}`,
    ...indented([
      ...(folder === '' ? [] : [style.dim(printablePath(folder))]),
      ...(asked === '' ? [] : [`asked: ${printableLine(asked)}`]),
      `now: ${printableLine(doing)}`,
      ...(suspicion === undefined
        ? []
        : [style.yellow(`Maybe a loop: ${printableLine(suspicion)}`)]),
      ...[snoozed, rewound].flatMap((line) => line ?? []),
    ]),
  ];
}

function loopLines(loops: readonly DescribedGuardedLoop[], style: Style): readonly string[] {
  return indented(
    loops.map(({ at, message, answer }) =>
      style.yellow(`${at} ${printableLine(message)} ${answer}`),
    ),
  );
}

function proofLines(
  { message, answer, foundBy, steps, advice }: DescribedGuardedLoop,
  style: Style,
): readonly string[] {
  return [
    style.yellow(printableLine(message)),
    answer,
    ...(foundBy === '' ? [] : [printableLine(withFullStop(capitalise(foundBy)))]),
    ...indented(provingStepLines(steps, style, 'devs sessions --json')),
    ...(advice === '' ? [] : [printableLine(advice)]),
  ];
}

/** Why a word names no one session; `found`: those that it may mean, `all`: the known ones. */
export function describeSessionChoice(
  word: string | undefined,
  found: readonly GuardedSession[],
  all: readonly GuardedSession[],
): string {
  const ids = shortIds(all);
  const list = (some: readonly GuardedSession[]): string =>
    some
      .map((each) => `${printableLine(ids.get(each.file) ?? each.id)} (${each.agent})`)
      .join(', ');
  if (found.length > 1) return `Which session? Name one of ${list(found)}.`;
  if (all.length === 0) return 'No guarded session was active in the last day.';
  return word === undefined
    ? `There is no guarded session in this folder; name one of ${list(all)}.`
    : `There is no session "${printableLine(word)}". Known sessions: ${list(all)}.`;
}
