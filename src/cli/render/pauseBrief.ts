import { countOf } from '../../text/count';
import type { FailureAnalysisReport } from '../../model/report/pauseReport';
import { describePause, type PauseView } from '../../reports/pause/pauseView';
import { printableLine, printablePath } from '../terminal/printable';
import { PLAIN, type Style } from '../terminal/style';
import { displayWidth, fitLine } from '../terminal/terminalText';
import { wrapText } from '../terminal/wrapText';
import { doubtLines } from './doubtfulPassText';
import { helpedBeforeLines } from './lessonsText';
import {
  adviceLines,
  debuggerLines,
  errorLines,
  headerOf,
  standingLines,
  strategyLines,
} from './pauseParts';
import { quoted } from './quoted';
import { indented } from './titled';

/** Rows of a terminal that the block and the line after it take at most. */
const MAX_ROWS = 25;
/** Rows of the shortest section: an empty line, its title, a line. */
const LEAST_ROWS = 3;
/** Rows of one line; a longer one is truncated. */
const MAX_LINE_ROWS = 3;
/** Columns of a row in a line's limit, where there is no terminal. */
const ASSUMED_COLUMNS = 80;
/** Columns that indentation and unfilled ends of rows take. */
const MARGIN = 12;
/** The newest strategies, which are listed. */
const MAX_STRATEGIES = 3;

export interface PauseBriefOptions {
  readonly style?: Style;
  /** Path of the issue about the task. */
  readonly issue?: string | undefined;
  /** Columns of the terminal; undefined in a pipe: nothing is wrapped. */
  readonly columns?: number | undefined;
}

/** The line below the block. */
export function restLine(taskId: string): string {
  return `Full report: \`devs report ${printableLine(taskId)}\``;
}

/**
 * The decision about a task that needs the human: what happened, why, what can be done. With `restLine`, at most
 * 25 rows of a terminal with 80 columns; `pauseReportText` has all of it. Text of agents is made harmless.
 */
export function pauseBriefText(
  report: FailureAnalysisReport,
  { style = PLAIN, issue, columns }: PauseBriefOptions = {},
): string {
  const pause = describePause(report);
  const rowsOf = (lines: readonly string[]): readonly string[] =>
    lines.flatMap((line) => wrapText(line, columns).split('\n'));
  const most = MAX_LINE_ROWS * ((columns ?? ASSUMED_COLUMNS) - MARGIN);
  const facts = indented([...causeLines(pause), '', ...factLines(pause, issue)]);
  const head = [
    ...rowsOf([style.bold(style.yellow(headerOf(pause.cause)))]),
    ...facts.flatMap((line) => shorten(rowsOf([fitLine(line, most)]), MAX_LINE_ROWS, columns)),
  ];
  const tail = rowsOf(['', ...standingLines(pause)]);
  const rest = rowsOf([restLine(pause.taskId)]);
  let room = MAX_ROWS - heightOf([...head, ...tail, ...rest], columns);
  const middle = sectionsOf(pause).flatMap(({ title, lines, most: mostRows, paint }) => {
    if (lines.length === 0 || room < LEAST_ROWS) return [];
    const fitted = indented(indented(lines.map((line) => fitLine(line, most))));
    const rows = shorten(rowsOf(fitted), Math.min(mostRows, room - LEAST_ROWS + 1), columns);
    room -= LEAST_ROWS - 1 + heightOf(rows, columns);
    return ['', `  ${style.bold(title)}`, ...(paint === undefined ? rows : rows.map(style[paint]))];
  });
  return `${[...head, ...middle, ...tail].join('\n')}\n`;
}

interface Section {
  readonly title: string;
  /** Without colours; none: the section is left out. */
  readonly lines: readonly string[];
  /** Rows that it takes at most. */
  readonly most: number;
  readonly paint?: 'yellow' | 'green';
}

/** What helps to decide, the most important first. */
function sectionsOf(pause: PauseView): readonly Section[] {
  const { question, adviceTitle, doubtfulPass, failed, stuckAt, lessons } = pause;
  const error = failed === undefined ? [] : errorLines(failed.lastError, stuckAt);
  return [
    { title: 'Question', lines: question === undefined ? [] : quoted(question.text), most: 8 },
    { title: adviceTitle, lines: adviceLines(pause), most: 4, paint: 'yellow' },
    {
      title: 'Why the pass is doubtful',
      lines: doubtfulPass ? doubtLines(doubtfulPass, PLAIN) : [],
      most: 5,
    },
    { title: 'Failed strategies', lines: failed ? newest(strategyLines(failed)) : [], most: 4 },
    // Where its failure is not known, what failed stands at its end.
    { title: 'Last error', lines: stuckAt === undefined ? error.slice(-4) : error, most: 4 },
    { title: 'Diagnosis', lines: debuggerLines(pause), most: 4 },
    {
      title: 'What helped before',
      lines: helpedBeforeLines(lessons, PLAIN),
      most: 3,
      paint: 'green',
    },
  ];
}

function newest(strategies: readonly string[]): readonly string[] {
  const left = strategies.length - MAX_STRATEGIES;
  return left <= 0
    ? strategies
    : [
        `… ${countOf(left, 'earlier strategy', 'earlier strategies')}`,
        ...strategies.slice(-MAX_STRATEGIES),
      ];
}

/** The first of the rows, `most` rows of the terminal at most; the last of them says that there are more. */
function shorten(
  rows: readonly string[],
  most: number,
  columns: number | undefined,
): readonly string[] {
  if (heightOf(rows, columns) <= most) return rows;
  const [first = ''] = rows;
  let height = 0;
  const kept = rows.findIndex((row) => (height += heightOf([row], columns)) >= most);
  if (kept === 0) return [fitLine(first, most * (columns ?? displayWidth(first)))];
  const blanks = /^ */.exec(first)?.[0] ?? '';
  return [...rows.slice(0, kept), `${blanks}…`];
}

/** Rows of the terminal that they take: it breaks a word that is wider. */
function heightOf(rows: readonly string[], columns = Infinity): number {
  return rows.reduce((sum, row) => sum + Math.max(1, Math.ceil(displayWidth(row) / columns)), 0);
}

/** The cause with its place, where the header does not say it already. */
function causeLines({ cause, reason, question }: PauseView): readonly string[] {
  const { sentence, place } = reason;
  const isSaid = [headerOf(cause), question?.text ?? ''].some((text) =>
    text.toLowerCase().includes(sentence.replace(/\.$/, '').toLowerCase()),
  );
  if (isSaid) return [];
  if (place === undefined) return [printableLine(sentence)];
  const line = place.line === undefined ? '' : `:${place.line}`;
  return [`${printableLine(sentence)} (${printablePath(place.file)}${line})`];
}

function factLines(
  { taskId, failed, best }: PauseView,
  issue: string | undefined,
): readonly string[] {
  return [
    `Task      ${printableLine(taskId)}`,
    ...(failed === undefined ? [] : [`Failures  ${failed.count}`]),
    ...(best === undefined ? [] : [`Best      ${best}`]),
    ...(issue === undefined ? [] : [`Issue     ${printableLine(issue)}`]),
  ];
}
