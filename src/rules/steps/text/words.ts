import { parseJson } from './parseArgs';

/** Words of a call that are compared. */
const MAX_WORDS = 400;

const WORD = /[\p{L}_]+|\d+(?:\.\d+)*/gu;
/** What stands between white space, quotes and brackets. */
const TOKEN = /[^\s"'`()<>{}[\]=,;|&]+/g;
/** As `TOKEN`, with a slash in it. */
const SLASHED = /[^\s"'`()<>{}[\]=,;|&/]*\/[^\s"'`()<>{}[\]=,;|&]*/g;
/** Of names only: a regular expression and a division have slashes, too. */
const PATH = /^(?:\.{0,2}\/)?(?:[\w.@~+-]+\/)+[\w.@~+-]*$/;
const ADDRESS = /^https?:/;

/** The words, numbers and paths of a text, in no order but that of `sorted`. */
export class Words {
  readonly count: number;
  /** Those that are no numbers. */
  readonly names: number;
  /** In the order of the alphabet; each has a slash, which no other word has. */
  readonly paths: readonly string[];
  private ordered: readonly string[] | undefined;

  constructor(private readonly all: string[]) {
    this.count = all.length;
    this.names = all.reduce((names, word) => (isNumber(word) ? names : names + 1), 0);
    this.paths = all.filter((word) => word.includes('/')).sort();
  }

  /** All of them in the order of the alphabet: it takes longer than all else, and most are told apart without. */
  get sorted(): readonly string[] {
    return (this.ordered ??= this.all.sort());
  }
}

const ZERO = 48;
const NINE = 57;

/** Whether a word only counts something. A version is a name: 4.1 and 4.2 are two things. */
export function isNumber(word: string): boolean {
  const first = word.charCodeAt(0);
  // What begins with a digit has nothing but digits, and dots between them.
  return first >= ZERO && first <= NINE && !word.includes('.');
}

/** The words, numbers and paths of arguments, without the names of their fields; the first ones of very many. */
export function toWords(args: string): Words {
  const value = parseJson(args);
  const text = (value === undefined ? args : listValues(value).join(' ')).toLowerCase();
  const words: string[] = text.match(WORD) ?? [];
  if (text.includes('/')) for (const token of text.match(SLASHED) ?? []) addPath(token, words);
  return new Words(words.length > MAX_WORDS ? firstWords(text) : words);
}

/** A path counts as a whole besides: what it leads to is a name, only its numbers count something. */
function addPath(token: string, words: string[]): void {
  const path = findPath(token);
  if (path !== undefined) words.push(path);
}

/** The first words of a long text, each path before the words that are in it. */
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
