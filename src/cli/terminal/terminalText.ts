import type * as StringWidth from 'string-width';

/** Matches most texts: characters of one column. The library would take hundreds of times as long. */
const PLAIN = /^[\u0020-\u007e\u2010-\u203a\u2190-\u21ff]*$/;
/** Characters inspected per column, so that a long text costs no more than a short one. */
const READ_PER_COLUMN = 8;

/** Columns that a text without colours takes on a terminal. */
export function displayWidth(text: string): number {
  return PLAIN.test(text) ? text.length : measure(text);
}

/** Truncates a line without colours to `width` columns, the last of them then `…`. */
export function fitLine(line: string, width: number): string {
  if (isNarrow(line, width)) return line;
  return width <= 0 ? '' : `${startOf(line, width - 1)}…`;
}

/** The same without its middle: the last `end` of the `width` columns show how the line ends. */
export function fitMiddle(line: string, width: number, end: number): string {
  if (isNarrow(line, width)) return line;
  const tail = endOf(line, end);
  return fitLine(`${startOf(line, width)}…`, width - displayWidth(tail)) + tail;
}

function isNarrow(line: string, width: number): boolean {
  return line.length <= READ_PER_COLUMN * width && displayWidth(line) <= width;
}

let segmenter: Intl.Segmenter | undefined;

/** Its first graphemes that take `width` columns at most. */
function startOf(line: string, width: number): string {
  return fitting(graphemes(line.slice(0, READ_PER_COLUMN * width)), width).join('');
}

function endOf(line: string, width: number): string {
  const read = width <= 0 ? '' : line.slice(-READ_PER_COLUMN * width);
  return fitting(graphemes(read).reverse(), width).reverse().join('');
}

function graphemes(text: string): string[] {
  segmenter ??= new Intl.Segmenter();
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

function fitting(parts: readonly string[], width: number): string[] {
  let columns = 0;
  const left = parts.findIndex((part) => (columns += displayWidth(part)) > width);
  return parts.slice(0, left === -1 ? parts.length : left);
}

/** The text with blanks behind it until it takes `width` columns. */
export function padColumns(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - displayWidth(text)));
}

/* eslint-disable @typescript-eslint/no-require-imports -- Few texts need the library, whose patterns
   take as long to set up as a whole command; `import()` would make every caller wait. */
function measure(text: string): number {
  return (require('string-width') as typeof StringWidth).default(text);
}
/* eslint-enable @typescript-eslint/no-require-imports */
