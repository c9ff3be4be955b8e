import { isNumber, type Words } from './words';

/** Share of their words that two calls have in common, at least, to be nearly the same. */
const MIN_WORD_SHARE = 0.8;
/** Share of their length that they have in common, at least, and characters that may be missing besides: numbers. */
const MIN_LENGTH_SHARE = 0.6;
const LENGTH_TOLERANCE = 40;
/** Words that a call has, at least, before one of them may be another one. */
const MIN_WORDS = 12;

/** False for two calls that cannot say nearly the same, by their lengths alone. */
export function haveSimilarLengths(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return long.length - short.length <= LENGTH_TOLERANCE + long.length * (1 - MIN_LENGTH_SHARE);
}

/** Whether two calls say nearly the same: at most numbers differ, or one word in five of a long one. */
export function areSimilarCalls(a: Words, b: Words): boolean {
  // A path is a name: the same in another place is something else.
  if (a.paths.length !== b.paths.length || a.paths.some((path, at) => path !== b.paths[at]))
    return false;
  const most = wordShare(Math.min(a.count, b.count), a, b);
  if (a.names !== b.names && most < MIN_WORD_SHARE) return false;
  const { shared, onlyNumbers } = compareSorted(a.sorted, b.sorted);
  if (onlyNumbers) return true;
  // One name in the place of another: the next of many.
  if (a.count === b.count && shared === a.count - 1) return false;
  return wordShare(shared, a, b) >= MIN_WORD_SHARE;
}

/** Share of the words of both that so many are; 0 for so few words that one says much. */
function wordShare(shared: number, a: Words, b: Words): number {
  const words = a.count + b.count;
  return words < 2 * MIN_WORDS ? 0 : (2 * shared) / words;
}

/** How many words two sorted lists share, and whether the others are all numbers. */
function compareSorted(
  a: readonly string[],
  b: readonly string[],
): { readonly shared: number; readonly onlyNumbers: boolean } {
  let [shared, i, j] = [0, 0, 0];
  let onlyNumbers = true;
  while (i < a.length || j < b.length) {
    const [x, y] = [a[i], b[j]];
    if (x === y) {
      shared += 1;
      i += 1;
      j += 1;
      continue;
    }
    const isFromA = y === undefined || (x !== undefined && x < y);
    if (onlyNumbers && !isNumber((isFromA ? x : y) ?? '')) onlyNumbers = false;
    if (isFromA) i += 1;
    else j += 1;
  }
  return { shared, onlyNumbers };
}
