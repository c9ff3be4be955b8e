import { hashSample } from './hashSample';
import { readPlace, type Place } from './readPlace';

/** Maximum number of lines of a result that are read. */
export const MAX_LINES = 400;
/** Maximum number of characters of a result that are read. */
const MAX_READ = 32_768;

const [SPACE, COMMA, SEMICOLON, ASCII] = [32, 44, 59, 128];

/** 1 for a letter or a digit. */
const IS_WORD = Uint8Array.from({ length: ASCII }, (_, code) =>
  /[a-z\d]/i.test(String.fromCharCode(code)) ? 1 : 0,
);

/** The lines of a scanned text that contain a letter or a digit. */
export interface ScannedLines {
  count: number;
  /** Whether the text has more than was read. */
  isCut: boolean;
  /** Hash of the text without white space at its ends and commas or semicolons at its end. */
  readonly texts: Int32Array;
  /** The line number that a listing or a search prints before the text; -1 for none. */
  readonly numbers: Int32Array;
  /** Hash of the file name that a search prints before the line number; 0 for none. */
  readonly files: Int32Array;
  /** Where the text begins and ends. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

/** Reused for every scan, since most results are scanned once and never looked at again. */
const scanned: ScannedLines = {
  count: 0,
  isCut: false,
  texts: new Int32Array(MAX_LINES),
  numbers: new Int32Array(MAX_LINES),
  files: new Int32Array(MAX_LINES),
  starts: new Int32Array(MAX_LINES),
  ends: new Int32Array(MAX_LINES),
};
const place: Place = { start: 0, number: -1, file: 0 };

/**
 * Scans at most 400 lines and 32,768 characters of a text. The returned object is valid until the
 * next scan.
 */
export function scanLines(text: string): ScannedLines {
  const end = Math.min(text.length, MAX_READ);
  scanned.count = 0;
  let from = 0;
  while (from < end && scanned.count < MAX_LINES) {
    const found = text.indexOf('\n', from);
    const lineEnd = found < 0 || found > end ? end : found;
    readPlace(text, from, lineEnd, place);
    addLine(text, lineEnd);
    from = lineEnd + 1;
  }
  scanned.isCut = from < text.length;
  return scanned;
}

/** Adds the line at `place` if it has a letter or a digit. */
function addLine(text: string, end: number): void {
  let [first, last] = [place.start, end];
  while (first < last && text.charCodeAt(first) <= SPACE) first += 1;
  while (first < last && isPause(text.charCodeAt(last - 1))) last -= 1;
  if (!hasWord(text, first, last)) return;
  const index = scanned.count;
  scanned.count += 1;
  scanned.texts[index] = hashSample(text, first, last);
  scanned.numbers[index] = place.number;
  scanned.files[index] = place.file;
  scanned.starts[index] = first;
  scanned.ends[index] = last;
}

function isPause(code: number): boolean {
  return code <= SPACE || code === COMMA || code === SEMICOLON;
}

function hasWord(text: string, first: number, last: number): boolean {
  for (let at = first; at < last; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= ASCII || IS_WORD[code] === 1) return true;
  }
  return false;
}

/** The text of a line of a scanned text, without its place. */
export function readLine({ starts, ends }: ScannedLines, text: string, at: number): string {
  return text.slice(starts[at], ends[at]);
}
