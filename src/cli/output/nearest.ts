/** At most this many edits away is a near miss. */
const MAX_EDITS = 3;

/** The candidate that `word` was probably meant to be; undefined when none is near. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const scored = candidates
    .map((candidate) => ({ candidate, edits: editDistance(word, candidate) }))
    .filter(({ candidate, edits }) => edits <= MAX_EDITS && edits * 2 <= candidate.length)
    .sort((a, b) => a.edits - b.edits);
  return scored[0]?.candidate;
}

/** Insertions, deletions and replacements that make `b` of `a`, upper and lower case being equal. */
function editDistance(a: string, b: string): number {
  const target = b.toLowerCase();
  let row = Array.from({ length: target.length + 1 }, (_, index) => index);
  for (const [i, character] of Array.from(a.toLowerCase()).entries()) {
    const next = [i + 1];
    for (let j = 1; j <= target.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (target[j - 1] === character ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[target.length] ?? 0;
}
