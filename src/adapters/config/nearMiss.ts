// Enough for any file that a human writes; comparing with more would take seconds.
const CANDIDATES = 500;

/** The one of `known` that `word` was most likely meant to be; undefined when none is near. */
export function nearMiss(word: string, known: readonly string[]): string | undefined {
  if (word.length > 64) return undefined;
  const typed = word.toLowerCase();
  const allowed = typed.length <= 4 ? 1 : 2;
  let best: { readonly word: string; readonly edits: number } | undefined;
  for (const candidate of known.slice(0, CANDIDATES)) {
    const edits = editDistance(typed, candidate.toLowerCase());
    if (edits <= allowed && edits < (best?.edits ?? Infinity)) best = { word: candidate, edits };
  }
  return best?.word;
}

/** `; did you mean "verify"?`, or `fallback` when nothing is near. */
export function didYouMean(word: string, known: readonly string[], fallback: string): string {
  const near = nearMiss(word, known);
  return near === undefined ? fallback : `; did you mean "${near}"?`;
}

/** Insertions, deletions, replacements and swaps of neighbours that turn `a` into `b`. */
function editDistance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return Infinity;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1];
      const swapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current[column] = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (same ? 0 : 1),
        swapped ? at(beforeLast, column - 2) + 1 : Infinity,
      );
    }
    [beforeLast, last] = [last, current];
  }
  return at(last, b.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Infinity;
}
