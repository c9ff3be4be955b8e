/** Characters kept of each end of a result. */
export const EXCERPT_END = 2_048;

/** Length from which an excerpt is copied, so that it does not retain the whole text. */
const MIN_COPIED = 32_768;

/** The beginning of a text and, if its middle was left out, its end. */
export interface TextEnds {
  readonly head: string;
  readonly tail?: string;
}

/** Returns a short text as it is, of a long one both ends with the omitted length between them. */
export function toExcerpt(text: string): string {
  if (text.length <= 2 * EXCERPT_END) return text;
  const ends = `${text.slice(0, EXCERPT_END)}\n…${text.length}…\n${text.slice(-EXCERPT_END)}`;
  // A slice retains the whole text in memory, so long texts are copied.
  if (text.length <= MIN_COPIED) return ends;
  return Buffer.from(ends, 'utf8').toString('utf8');
}

/** Splits an excerpt into its ends; a short one is all head. */
export function splitExcerpt(kept: string): TextEnds {
  if (kept.length <= 2 * EXCERPT_END) return { head: kept };
  return { head: kept.slice(0, EXCERPT_END), tail: kept.slice(-EXCERPT_END) };
}
