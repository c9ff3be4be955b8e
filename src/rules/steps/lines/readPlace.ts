import { hashSample } from './hashSample';

/** Maximum digits of a line number. */
const MAX_DIGITS = 7;
/** Maximum length of a file name before a line number. */
const MAX_FILE = 300;

const [TAB, SPACE, ZERO, NINE, COLON, LETTER_L, LETTER_O, PIPE, ARROW] = [
  9, 32, 48, 57, 58, 76, 79, 124, 0x2192,
];
/** Gemini CLI prints this before the first line of an output. */
const OUTPUT = 'Output: ';
/** SWE-agent prints this before a line number. */
const LINE = 'Line ';

/** What a listing or a search prints before the text of a line. */
export interface Place {
  /** Where the text begins. */
  start: number;
  /** -1 for none. */
  number: number;
  /** Hash of the file name; 0 for none. */
  file: number;
}

/**
 * Reads the place of the line from `from` to `end` into `place`: `12→`, `  12:`, `L12:`, `Line 12:`,
 * `12 |`, `src/a.ts:12:`.
 */
export function readPlace(text: string, from: number, end: number, place: Place): void {
  let at = from;
  if (text.charCodeAt(at) === LETTER_O && text.startsWith(OUTPUT, at)) at += OUTPUT.length;
  place.start = at;
  place.number = -1;
  place.file = 0;
  while (at < end && text.charCodeAt(at) === SPACE) at += 1;
  const first = text.charCodeAt(at);
  if (isDigit(first)) readNumber(text, at, end, place);
  else if (first !== LETTER_L || !readNumber(text, skipLead(text, at), end, place))
    readFile(text, at, end, place);
}

/** Reads the line number at `from`; returns false if there is none. */
function readNumber(text: string, from: number, end: number, place: Place): boolean {
  let [at, number] = [from, 0];
  for (; at < end && at - from <= MAX_DIGITS; at += 1) {
    const digit = text.charCodeAt(at);
    if (!isDigit(digit)) break;
    number = number * 10 + digit - ZERO;
  }
  if (at === from || at >= end) return false;
  if (text.charCodeAt(at) === SPACE && text.charCodeAt(at + 1) === PIPE) at += 1;
  const mark = text.charCodeAt(at);
  if (mark !== COLON && mark !== PIPE && mark !== TAB && mark !== ARROW) return false;
  place.start = at + 1;
  place.number = number;
  return true;
}

/** Reads a file name and a line number. */
function readFile(text: string, from: number, end: number, place: Place): void {
  const most = Math.min(end, from + MAX_FILE);
  for (let at = from; at < most; at += 1) {
    const code = text.charCodeAt(at);
    if (code <= SPACE) return;
    if (code !== COLON) continue;
    if (at > from && readNumber(text, at + 1, end, place)) place.file = hashSample(text, from, at);
    return;
  }
}

function skipLead(text: string, from: number): number {
  return text.startsWith(LINE, from) ? from + LINE.length : from + 1;
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}
