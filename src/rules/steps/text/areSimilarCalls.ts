import { isNumber, type Words } from './toWords';

/** Minimum share of common words for two calls to be similar. */
const MIN_WORD_SHARE = 0.8;
/** Minimum share of common length, plus a tolerance in characters for numbers. */
const MIN_LENGTH_SHARE = 0.6;
const LENGTH_TOLERANCE = 40;
/** Minimum number of words of a call in which one word may differ. */
const MIN_WORDS = 12;

/** Whether the lengths of two calls allow them to be similar. Cheaper than `areSimilarCalls`. */
export function haveSimilarLengths(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return long.length - short.length <= LENGTH_TOLERANCE + long.length * (1 - MIN_LENGTH_SHARE);
}

/**
 * Whether two calls are nearly the same: only numbers differ, or at most one word in five of a long
 * call. Calls with different paths are never similar.
 */
export function areSimilarCalls(a: Words, b: Words): boolean {
  // A path is a name: the same file name in another folder is another file.
  if (a.paths.length !== b.paths.length || a.paths.some((path, at) => path !== b.paths[at]))
    return false;
  const most = wordShare(Math.min(a.count, b.count), a, b);
  if (a.names !== b.names && most < MIN_WORD_SHARE) return false;
  const { shared, onlyNumbers } = compareSorted(a.sorted, b.sorted);
  if (onlyNumbers) return true;
  if (isNextItem(a, b, shared)) return false;
  return wordShare(shared, a, b) >= MIN_WORD_SHARE;
}

/** Whether one name is another: probably the next item of a batch. */
function isNextItem(a: Words, b: Words, shared: number): boolean {
  return a.count === b.count && shared === a.count - 1;
}

/** As `isNextItem`, also if one of the two names is or contains a number. */
function isOneName(
  [a, b]: readonly [number, number],
  [wordsA, wordsB]: readonly [number, number],
): boolean {
  return a <= 1 && b <= 1 && a + b > 0 && wordsA > 0 && wordsB > 0;
}

/** Common words of two calls of any length. */
export interface WordComparison {
  /** Share of the common words, from 0 to 1; 1 for two calls without words. */
  readonly share: number;
  /** All other words are numbers. */
  readonly onlyNumbers: boolean;
  /** One name is another: probably the next item of a batch. */
  readonly isNextItem: boolean;
}

/** Compares the words of two calls, which may be short. */
export function compareWords(a: Words, b: Words): WordComparison {
  const { shared, onlyNumbers, names } = compareSorted(a.sorted, b.sorted);
  const words = a.sorted.length + b.sorted.length;
  return {
    share: words === 0 ? 1 : (2 * shared) / words,
    onlyNumbers,
    isNextItem: isOneName(names, [a.count - shared, b.count - shared]),
  };
}

/** Share of common words of both texts, from 0 to 1, however few they are. */
export function shareOfWords(a: Words, b: Words): number {
  const words = a.count + b.count;
  return words === 0 ? 0 : (2 * compareSorted(a.sorted, b.sorted).shared) / words;
}

/** Share of common words of both calls, from 0 to 1; 0 if there are too few words to compare. */
function wordShare(shared: number, a: Words, b: Words): number {
  const words = a.count + b.count;
  return words < 2 * MIN_WORDS ? 0 : (2 * shared) / words;
}

/**
 * Counts the common words of two sorted lists; `onlyNumbers` holds if all other words are numbers,
 * `names` counts those of each list that are none.
 */
function compareSorted(
  a: readonly string[],
  b: readonly string[],
): {
  readonly shared: number;
  readonly onlyNumbers: boolean;
  readonly names: readonly [number, number];
} {
  let [shared, i, j] = [0, 0, 0];
  const names: [number, number] = [0, 0];
  while (i < a.length || j < b.length) {
    const [x, y] = [a[i], b[j]];
    if (x === y) {
      shared += 1;
      i += 1;
      j += 1;
      continue;
    }
    const isFromA = y === undefined || (x !== undefined && x < y);
    if (!isNumber((isFromA ? x : y) ?? '')) names[isFromA ? 0 : 1] += 1;
    if (isFromA) i += 1;
    else j += 1;
  }
  return { shared, onlyNumbers: names[0] + names[1] === 0, names };
}
