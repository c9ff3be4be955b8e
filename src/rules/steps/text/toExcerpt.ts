/** Characters of the beginning and of the end of a result that are kept to compare what varies. */
export const EXCERPT_END = 2_048;

/** Characters from which on a kept text must not hold the whole one. */
const MIN_COPIED = 32_768;

/** The beginning of a text and, where what is between them was left out, its end. */
export interface TextEnds {
  readonly head: string;
  readonly tail?: string;
}

/** The beginning and the end of a text, a string of its own where it is shorter than the whole. */
export function toExcerpt(text: string): string {
  if (text.length <= 2 * EXCERPT_END) return text;
  const ends = `${text.slice(0, EXCERPT_END)}\n…${text.length}…\n${text.slice(-EXCERPT_END)}`;
  // A slice would keep the whole text in memory: where that is much, it is copied.
  if (text.length <= MIN_COPIED) return ends;
  return Buffer.from(ends, 'utf8').toString('utf8');
}

/** Both ends of what `keptText` gave; its whole where that is all. */
export function splitExcerpt(kept: string): TextEnds {
  if (kept.length <= 2 * EXCERPT_END) return { head: kept };
  return { head: kept.slice(0, EXCERPT_END), tail: kept.slice(-EXCERPT_END) };
}
