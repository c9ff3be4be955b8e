import { parseJson } from './parseJson';

/** Words of a call that are compared. */
const MAX_WORDS = 400;

const WORD = /[\p{L}_]+|\d+(?:\.\d+)*/gu;
/** Text between white space, quotes and brackets. */
const TOKEN = /[^\s"'`()<>{}[\]=,;|&]+/g;
/** As `TOKEN`, with a slash in it; begins where none goes on, so that it is read once. */
const SLASHED = /(?<![^\s"'`()<>{}[\]=,;|&])[^\s"'`()<>{}[\]=,;|&/]*\/[^\s"'`()<>{}[\]=,;|&]*/g;
/** Consists of names only, since regular expressions and divisions have slashes as well. */
const PATH = /^(?:\.{0,2}\/)?(?:[\w.@~+-]+\/)+[\w.@~+-]*$/;
const ADDRESS = /^https?:/;

/** The words, numbers and paths of a text, in no order but that of `sorted`. */
export class Words {
  readonly count: number;
  /** Number of words that are not numbers. */
  readonly names: number;
  /** Sorted. Every path contains a slash, which no other word does. */
  readonly paths: readonly string[];
  private ordered: readonly string[] | undefined;

  constructor(private readonly all: string[]) {
    this.count = all.length;
    this.names = all.reduce((names, word) => (isNumber(word) ? names : names + 1), 0);
    this.paths = all.filter((word) => word.includes('/')).sort();
  }

  /** All words, sorted. Sorted on first use, because most calls are distinguished without it. */
  get sorted(): readonly string[] {
    return (this.ordered ??= this.all.sort());
  }
}

const ZERO = 48;
const NINE = 57;

/** Whether a word is a plain number. A version such as 4.1 is a name, not a number. */
export function isNumber(word: string): boolean {
  const first = word.charCodeAt(0);
  // A word that starts with a digit consists of digits and dots only.
  return first >= ZERO && first <= NINE && !word.includes('.');
}

/**
 * Extracts words, numbers and paths from arguments, without field names; only the first 400 of long
 * arguments.
 */
export function toWords(args: string): Words {
  const value = parseJson(args);
  const text = (value === undefined ? args : listValues(value).join(' ')).toLowerCase();
  const words: string[] = text.match(WORD) ?? [];
  if (text.includes('/')) for (const token of text.match(SLASHED) ?? []) addPath(token, words);
  return new Words(words.length > MAX_WORDS ? firstWords(text) : words);
}

/** Adds a path as one word, with its numbers masked. */
function addPath(token: string, words: string[]): void {
  const path = findPath(token);
  if (path !== undefined) words.push(path);
}

/** Returns the first words of a long text, each path before the words it contains. */
function firstWords(text: string): string[] {
  const words: string[] = [];
  for (const token of text.match(TOKEN) ?? []) {
    if (token.includes('/')) addPath(token, words);
    for (const word of token.match(WORD) ?? []) words.push(word);
    if (words.length > MAX_WORDS) break;
  }
  return words.slice(0, MAX_WORDS);
}

function findPath(token: string): string | undefined {
  if (ADDRESS.test(token)) return token;
  const path = PATH.test(token) ? token.replace(/^\.\/|\/$/g, '').replace(/\d+/g, '#') : '';
  return path.includes('/') ? path : undefined;
}

function listValues(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(listValues);
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(listValues);
  return [typeof value === 'string' ? value : JSON.stringify(value)];
}
