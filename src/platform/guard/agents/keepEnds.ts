/** Characters of one text of a hook that are kept: its beginning and its end. */
const KEPT_START = 48 * 1024;
const KEPT_END = 16 * 1024;

/** The text, without the middle of a long one. */
export function keepEnds(text: string): string {
  const left = text.length - KEPT_START - KEPT_END;
  if (left <= 0) return text;
  return `${text.slice(0, KEPT_START)}\n[${left} characters left out]\n${text.slice(-KEPT_END)}`;
}
