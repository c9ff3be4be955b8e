import { distance } from 'fastest-levenshtein';

/** Longest word that is corrected, in characters. */
const MAX_WORD = 64;
/** Maximum number of compared candidates. */
const MAX_CANDIDATES = 500;
const MAX_EDITS = 3;

/** The most similar name, ignoring case; undefined when none is within the edit limit. */
export function findNearestName(word: string, names: readonly string[]): string | undefined {
  if (word.length > MAX_WORD) return undefined;
  const typed = word.toLowerCase();
  const near = names
    .slice(0, MAX_CANDIDATES)
    .map((name) => ({ name, edits: distance(typed, name.toLowerCase()) }))
    .filter(({ name, edits }) => edits <= MAX_EDITS && edits * 2 <= Math.max(2, name.length))
    .sort((a, b) => a.edits - b.edits);
  return near[0]?.name;
}
