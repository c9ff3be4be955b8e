import type { PauseView, StuckFailure } from '../../reports/pause/pauseView';
import { shortName } from '../../text/truncate';
import { printable, printableLine } from '../terminal/printable';
import type { Style } from '../terminal/style';

/** Lines of the failure's message, and failing tests, that are shown; `devs report --json` has all. */
const MAX_MESSAGE_LINES = 6;
const MAX_TESTS = 5;

/** The repeated failure and the best result; parts that the report does not contain are left out. */
export function stuckLines(
  { stuckAt, best }: Pick<PauseView, 'stuckAt' | 'best'>,
  style: Style,
): readonly string[] {
  return [
    ...(stuckAt === undefined ? [] : failureLines(stuckAt, style)),
    ...(best === undefined ? [] : [`Best      ${best}`]),
  ];
}

/** Whether the lines of the failure's message include this text as a whole. */
export function showsText({ message }: StuckFailure, text: string): boolean {
  return text.trim() === message.trim() && messageLines(message).length <= MAX_MESSAGE_LINES;
}

function messageLines(message: string): readonly string[] {
  return printable(message)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => `| ${line}`);
}

function failureLines(failure: StuckFailure, style: Style): readonly string[] {
  const { what, message, repetition, testCount, tests } = failure;
  const lines = messageLines(message);
  return [
    `Stuck at  ${style.bold(printableLine(what))}`,
    ...below(lines, MAX_MESSAGE_LINES),
    ...below([repetition], 1),
    ...(testCount === '' ? [] : [`Tests     ${testCount}`]),
    ...below(
      tests.map((test) => `- ${testName(test)}`),
      MAX_TESTS,
    ),
  ];
}

/** The first `most` lines in the column of the texts, and how many there are besides. */
function below(lines: readonly string[], most: number): readonly string[] {
  const left = lines.length - most;
  const shown = [...lines.slice(0, most), ...(left > 0 ? [`… ${left} more`] : [])];
  return shown.map((line) => `          ${line}`.trimEnd());
}

/** A test's name as one line of bounded length. */
export function testName(test: string): string {
  return shortName(printableLine(test));
}
