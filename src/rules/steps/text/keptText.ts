/** Characters of the beginning and of the end of a result that are kept to compare what varies. */
export const KEPT_CHARACTERS = 2_048;

/** Characters from which on a kept text must not hold the whole one. */
const COPIED_FROM = 32_768;

/** The beginning of a text and, where what is between them was left out, its end. */
export interface Ends {
  readonly head: string;
  readonly tail?: string;
}

/** The beginning and the end of a text, a string of its own where it is shorter than the whole. */
export function keptText(text: string): string {
  if (text.length <= 2 * KEPT_CHARACTERS) return text;
  const ends = `${text.slice(0, KEPT_CHARACTERS)}\n…${text.length}…\n${text.slice(-KEPT_CHARACTERS)}`;
  // A slice would keep the whole text in memory: where that is much, it is copied.
  if (text.length <= COPIED_FROM) return ends;
  return Buffer.from(ends, 'utf8').toString('utf8');
}

/** Both ends of what `keptText` gave; its whole where that is all. */
export function endsOf(kept: string): Ends {
  if (kept.length <= 2 * KEPT_CHARACTERS) return { head: kept };
  return { head: kept.slice(0, KEPT_CHARACTERS), tail: kept.slice(-KEPT_CHARACTERS) };
}
