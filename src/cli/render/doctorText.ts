import {
  CHECK_SIGNS,
  countLevels,
  summarizeSetup,
  type Check,
  type CheckLevel,
  type SetupReport,
} from '../../model/workspace/setupReport';
import { printableLine } from '../terminal/printable';
import type { Style } from '../terminal/style';
import { displayWidth, fitLine } from '../terminal/terminalText';
import { wrapLine } from '../terminal/wrapText';

/** Columns of a title; a longer one is cut. */
const TITLE = 16;
/** Before a title: margin, sign, blank. */
const MARGIN = 4;
const ARROW = '→ ';

export interface DoctorTextOptions {
  readonly style: Style;
  /** Columns of the terminal; `undefined` in a pipe: as long as it takes. */
  readonly columns: number | undefined;
}

/** One check: sign, subject, finding; the remedy is below. */
export function checkLines(check: Check, { style, columns }: DoctorTextOptions): readonly string[] {
  const { level, title, found, remedy } = check;
  const indent = MARGIN + TITLE + 2;
  const room = columns === undefined ? Infinity : columns - indent - 1;
  const name = fitLine(printableLine(title), TITLE);
  const head = name + ' '.repeat(TITLE - displayWidth(name));
  const [first = '', ...more] = wrapLine(printableLine(found), room);
  const below = ' '.repeat(indent);
  const paint = level === 'skipped' ? style.dim : String;
  const todo = remedy === undefined ? [] : wrapLine(printableLine(remedy), room - ARROW.length);
  return [
    `  ${signOf(level, style)} ${paint(`${head}  ${first}`.trimEnd())}`,
    ...more.map((line) => below + paint(line)),
    ...todo.map((line, index) => {
      return `${below}${index === 0 ? ARROW : '  '}${style.cyan(line)}`;
    }),
  ];
}

/** The last line: a summary. */
export function summaryLine(setup: SetupReport, style: Style): string {
  const { problem, warning } = countLevels(setup.checks);
  const paint = problem > 0 ? style.red : warning > 0 ? style.yellow : style.green;
  const words = summarizeSetup(setup);
  return `\n${setup.interrupted ? style.yellow(words) : paint(words)}\n`;
}

function signOf(level: CheckLevel, style: Style): string {
  const paints = { ok: 'green', warning: 'yellow', problem: 'red', skipped: 'dim' } as const;
  return style[paints[level]](CHECK_SIGNS[level]);
}
