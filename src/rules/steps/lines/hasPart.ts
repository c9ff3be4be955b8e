import { maskVolatile } from '../text/maskVolatile';
import { matchWords } from '../text/matchWords';

/** Maximum length, and number of words, of a line that is searched as a part of another. */
const [MAX_LINE, MAX_WORDS] = [1_000, 64];
/** Maximum length of a line in which the words may stand in any order. */
const MAX_UNORDERED = 300;
/** Minimum length of the longest word, and of all digits if there is no letter. */
const [MIN_WORD, MIN_DIGITS] = [2, 3];
/** Maximum number of places at which the longest word is looked up. */
const MAX_PLACES = 20;

const LETTER = /\p{L}/u;
/** What `maskVolatile` puts in the place of volatile text. */
const MASK = /<\w{1,12}>/g;

/** A line that is searched, prepared for many texts. */
export interface LineQuery {
  readonly words: readonly string[];
  /** The longest word that is not volatile. */
  readonly longest: string;
  /** The line without its volatile text; undefined if it has none. */
  readonly masked: string | undefined;
}

/**
 * Prepares a line; undefined if it is not searched: a short one without letters, since numbers match
 * by chance, or a very long one.
 */
export function toQuery(line: string): LineQuery | undefined {
  if (line.length > MAX_LINE) return undefined;
  const masked = maskVolatile(line);
  const words = matchWords(line);
  if (words.length > MAX_WORDS) return undefined;
  const isFirm = masked === line.trim();
  const firm = isFirm ? words : matchWords(masked.replace(MASK, ' '));
  const longest = firm.reduce((best, word) => (word.length > best.length ? word : best), '');
  if (longest.length < MIN_WORD) return undefined;
  if (!LETTER.test(line) && words.join('').length < MIN_DIGITS) return undefined;
  return { words, longest, masked: isFirm ? undefined : masked };
}

/**
 * Whether a line of a text contains all words of the given line, in their order or in any order if
 * it is short, or differs from it only in volatile text.
 */
export function hasPart(text: string, query: LineQuery): boolean {
  let at = text.indexOf(query.longest);
  for (let places = 0; at >= 0 && places < MAX_PLACES; places += 1) {
    const end = text.indexOf('\n', at);
    const whole = text.slice(text.lastIndexOf('\n', at) + 1, end < 0 ? text.length : end);
    if (containsWords(whole, query.words) || isSameMasked(whole, query.masked)) return true;
    if (end < 0) return false;
    at = text.indexOf(query.longest, end);
  }
  return false;
}

function isSameMasked(whole: string, masked: string | undefined): boolean {
  return masked !== undefined && whole.length <= MAX_LINE && maskVolatile(whole) === masked;
}

function containsWords(whole: string, words: readonly string[]): boolean {
  if (words.some((word) => !whole.includes(word))) return false;
  const all = matchWords(whole);
  if (containsInOrder(all, words)) return true;
  if (whole.length > MAX_UNORDERED) return false;
  const known = new Set(all);
  return words.every((word) => known.has(word));
}

function containsInOrder(all: readonly string[], words: readonly string[]): boolean {
  let at = 0;
  for (const word of words) {
    at = all.indexOf(word, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
