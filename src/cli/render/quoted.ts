import { printable } from '../terminal/printable';

/** Lines of one text that are shown; `devs report --json` has all of it. */
const MAX_LINES = 20;

/** Fewest lines of output for a failure that is shown already. */
const MIN_AROUND = 4;

/** A text of an agent or a human as quoted lines, `(none)` for an empty one; a long text loses its end. */
export function quoted(text: string): readonly string[] {
  const lines = quotedLines(text);
  const left = lines.length - MAX_LINES;
  return left <= 0
    ? lines
    : [...lines.slice(0, MAX_LINES), moreLines(left, left === 1 ? 'more line' : 'more lines')];
}

/** As `quoted`, for output of programs: they say at the end what failed, so a long text loses its beginning. */
export function quotedEnd(text: string): readonly string[] {
  const lines = quotedLines(text);
  const left = lines.length - MAX_LINES;
  return left <= 0
    ? lines
    : [moreLines(left, left === 1 ? 'earlier line' : 'earlier lines'), ...lines.slice(-MAX_LINES)];
}

/** As `quotedEnd`, for output whose failure is shown already: its lines, a few at least, from where it is stated on. */
export function quotedAround(text: string, failure: string): readonly string[] {
  const [stated = '', ...others] = failure.trim().split('\n');
  const lines = quotedLines(text).filter((line) => line !== '|');
  const found = lines.findIndex((line) => line.includes(printable(stated).trim()));
  if (found < 0) return quotedEnd(text);
  const shown = lines.slice(found, found + Math.max(MIN_AROUND, 1 + others.length));
  const left = lines.length - shown.length;
  return left <= 0 ? shown : [...shown, moreLines(left, left === 1 ? 'other line' : 'other lines')];
}

function quotedLines(text: string): readonly string[] {
  const lines = printable(text)
    .replace(/^\s*\n/, '')
    .trimEnd()
    .split('\n');
  if (lines.join('') === '') return ['(none)'];
  return lines.map((line) => `| ${line}`.trimEnd());
}

function moreLines(count: number, where: string): string {
  return `… ${count} ${where} (devs report --json shows all)`;
}
