import { distance } from 'fastest-levenshtein';

/** Longer words are no slips of a hand. */
const MAX_WORD = 64;
/** Candidates that are compared: enough for any file that a human writes. */
const MAX_CANDIDATES = 500;
const MAX_EDITS = 3;

/** The name that `word` was probably meant to be, whatever its case; undefined when none is near. */
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
