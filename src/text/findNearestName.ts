import { distance } from 'fastest-levenshtein';

/** Longest word that is corrected, in characters. */
const MAX_WORD = 64;
/** Maximum number of compared candidates. */
const MAX_CANDIDATES = 500;
const MAX_EDITS = 3;

/** The most similar name, ignoring case; undefined when none is within the edit limit. */
export function findNearestName(word: string, names: readonly string[]): string | undefined {
  return findNearNames(word, names, 1)[0];
}

/** At most `most` names that are as similar as a typing error leaves them, the most similar first, ignoring case. */
export function findNearNames(
  word: string,
  names: readonly string[],
  most: number,
): readonly string[] {
  if (word.length > MAX_WORD) return [];
  const typed = word.toLowerCase();
  return names
    .slice(0, MAX_CANDIDATES)
    .map((name) => ({ name, edits: distance(typed, name.toLowerCase()) }))
    .filter(({ name, edits }) => edits <= MAX_EDITS && edits * 2 <= Math.max(2, name.length))
    .sort((a, b) => a.edits - b.edits)
    .slice(0, most)
    .map(({ name }) => name);
}

/** The `most` names that take the fewest edits, the best first, ignoring case. */
export function listClosestNames(
  word: string,
  names: readonly string[],
  most: number,
): readonly string[] {
  const typed = word.slice(0, MAX_WORD).toLowerCase();
  return names
    .slice(0, MAX_CANDIDATES)
    .map((name) => ({ name, edits: distance(typed, name.toLowerCase()) }))
    .sort((a, b) => a.edits - b.edits)
    .slice(0, most)
    .map(({ name }) => name);
}
