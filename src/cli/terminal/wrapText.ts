import { stripVTControlCharacters } from 'node:util';
import { truncate } from '../../text/truncate';
import { nameCommand } from './nameCommand';
import { columnsOf, type OutputStream } from './style';
import { displayWidth } from './terminalText';

/** Narrower text is not readable: nothing is wrapped below so many columns. */
const LEAST_WRAPPED = 20;
/** Characters of a single line that `wrapLine` keeps. */
const MAX_WRAPPED = 4_000;
/** A longer line is output of a program: the terminal itself breaks it. */
const MAX_LINE = 20_000;

/** Where the text of a line begins: after blanks, then a sign, a number, a label in its own column or `|`. */
const LEAD =
  /^ *(?:(?:[A-Za-z][A-Za-z ]{0,18} +)?\| |\d{1,4}\. +|[A-Z][a-z]+(?: [a-z]+)? {2,}|[^\p{L}\p{N}\s`"'“([{<]{1,2} +)?/u;

/**
 * A line without colours in pieces of at most `width` columns, broken at blanks; a longer word gets
 * its own line, unbroken. Widths below 20 are taken for 20. A line of more than 4,000 characters is
 * truncated.
 */
export function wrapLine(line: string, width: number): readonly string[] {
  const room = Math.max(LEAST_WRAPPED, width);
  if (line.length <= room && displayWidth(line) <= room) return [line];
  return fill(truncate(line, MAX_WRAPPED), { first: room, room, lead: 0 });
}

/**
 * Wraps a text, coloured or not, to `columns` columns. Breaks at blanks only: a word is never split, and neither is text
 * in backticks that fits in a line. Continuation lines are indented like the text they continue. Without `columns`,
 * returns the text unchanged.
 */
export function wrapText(text: string, columns: number | undefined): string {
  if (columns === undefined) return text;
  const room = Math.max(LEAST_WRAPPED, columns);
  return text
    .split('\n')
    .flatMap((line) => wrapBelow(line, room))
    .join('\n');
}

/** A text for the terminal behind a stream: its commands as the user types them, wrapped; unwrapped for a pipe and a file. */
export function wrapFor(stream: OutputStream, text: string): string {
  return wrapText(nameCommand(stream, text), columnsOf(stream));
}

function wrapBelow(line: string, room: number): readonly string[] {
  if (line.length > MAX_LINE || (line.length <= room && displayWidth(line) <= room)) return [line];
  const [lead = ''] = LEAD.exec(stripVTControlCharacters(line)) ?? [];
  const below = Array.from(lead, (sign) => (sign === '|' ? sign : ' '.repeat(displayWidth(sign))));
  const indent = below.length > room / 2 ? '' : below.join('');
  const rooms = { first: room, room: room - displayWidth(indent), lead: displayWidth(lead) };
  const [first = '', ...others] = fill(line, rooms);
  return [first, ...others.map((row) => indent + row)];
}

/** In columns. */
interface Rooms {
  readonly first: number;
  /** Of every row after the first. */
  readonly room: number;
  /** Of the first row's beginning, after which it is never broken. */
  readonly lead: number;
}

/** Rows of words. A word that is longer than its row has it for itself. */
function fill(line: string, { first, room, lead }: Rooms): readonly string[] {
  const rows: string[] = [];
  let row: string | undefined;
  let columns = 0;
  for (const word of joinQuoted(line.split(' '), room)) {
    const width = displayWidth(word);
    const [limit, least] = rows.length === 0 ? [first, lead] : [room, 0];
    const isFull = row !== undefined && columns >= least && columns + 1 + width > limit;
    if (isFull) rows.push((row ?? '').trimEnd());
    const isNew = isFull || row === undefined || (row === '' && rows.length > 0);
    [row, columns] = isNew ? [word, width] : [`${row} ${word}`, columns + 1 + width];
  }
  return row === undefined ? rows : [...rows, row.trimEnd()];
}

/** The same words, those between two backticks as one if they take `room` columns at most. */
function joinQuoted(words: readonly string[], room: number): readonly string[] {
  const joined: string[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const last = isOpen(words[index]) ? findClosing(words, index, room) : index;
    const whole = words.slice(index, last + 1).join(' ');
    if (displayWidth(whole) <= room) index = last;
    joined.push(index === last ? whole : (words[index] ?? ''));
  }
  return joined;
}

/** The next word that closes a backtick, at most `room` words later; the same index without one. */
function findClosing(words: readonly string[], opening: number, room: number): number {
  const found = words.slice(opening + 1, opening + 1 + room).findIndex((word) => isOpen(word));
  return opening + 1 + found;
}

/** Whether a word opens or closes a backtick: it has an odd number of them. */
function isOpen(word = ''): boolean {
  return word.split('`').length % 2 === 0;
}
