import { jsonOf } from './textKey';

/** Share of their words that two calls have in common, at least, to be nearly the same. */
const LEAST_SHARE = 0.8;
/** Share of their length that they have in common, at least, and characters that may be missing besides: numbers. */
const LEAST_LENGTH = 0.6;
const SPARE = 40;
/** Words that a call has, at least, before one of them may be another one. */
const LEAST_WORDS = 12;
/** Words of a call that are compared. */
const MAX_WORDS = 400;

/** What stands between white space, quotes and brackets. */
const TOKEN = /[^\s"'`()<>{}[\]=,;|&]+/g;
const WORD = /[\p{L}_]+|\d+(?:\.\d+)*/gu;
/** Of names only: a regular expression and a division have slashes, too. */
const PATH = /^(?:\.{0,2}\/)?(?:[\w.@~+-]+\/)+[\w.@~+-]*$/;
const ADDRESS = /^https?:/;

/** The words, numbers and paths of arguments, without the names of their fields, sorted. */
export function wordsOf(args: string): readonly string[] {
  const value = jsonOf(args);
  const text = (value === undefined ? args : valuesOf(value).join(' ')).toLowerCase();
  const tokens = text.match(TOKEN) ?? [];
  return tokens.flatMap(wordsOfToken).slice(0, MAX_WORDS).toSorted();
}

/** A path counts as a whole besides: what it leads to is a name, only its numbers count something. */
function wordsOfToken(token: string): readonly string[] {
  const words = token.match(WORD) ?? [];
  const name = token.includes('/') ? nameIn(token) : undefined;
  return name === undefined ? words : [name, ...words];
}

function nameIn(token: string): string | undefined {
  if (ADDRESS.test(token)) return token;
  const path = PATH.test(token) ? token.replace(/^\.\/|\/$/g, '').replace(/\d+/g, '#') : '';
  return path.includes('/') ? path : undefined;
}

function valuesOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(valuesOf);
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(valuesOf);
  return [typeof value === 'string' ? value : JSON.stringify(value)];
}

/** False for two calls that cannot say nearly the same, by their lengths alone. */
export function mayBeAlike(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return long.length - short.length <= SPARE + long.length * (1 - LEAST_LENGTH);
}

/** Whether two calls say nearly the same: at most numbers differ, or one word in five of a long one. Both sorted. */
export function areAlike(a: readonly string[], b: readonly string[]): boolean {
  let [shared, i, j] = [0, 0, 0];
  let onlyNumbers = true;
  let odds = 0;
  while (i < a.length || j < b.length) {
    const [x, y] = [a[i], b[j]];
    if (x === y) {
      shared += 1;
      i += 1;
      j += 1;
      continue;
    }
    odds += 1;
    const isFromA = y === undefined || (x !== undefined && x < y);
    const odd = isFromA ? x : y;
    // A version is a name: 4.1 and 4.2 are two things.
    if (!/^\d+$/.test(odd ?? '')) onlyNumbers = false;
    // So is a path: the same in another place is something else.
    if (odd?.includes('/') === true) return false;
    if (isFromA) i += 1;
    else j += 1;
  }
  if (onlyNumbers) return true;
  // One name in the place of another: the next of many.
  if (odds === 2 && a.length === b.length) return false;
  const words = a.length + b.length;
  return words >= 2 * LEAST_WORDS && (2 * shared) / words >= LEAST_SHARE;
}
