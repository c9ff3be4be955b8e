import { maskSecrets } from '../../../text/maskSecrets';

/** More characters than any secret that is masked has, with what it is known by. */
const LONGEST_SECRET = 6_500;

/** The beginning of a text, secrets masked, and how much is not in it. */
interface MaskedStart {
  readonly text: string;
  /** Characters of the text that come after it. */
  readonly left: number;
}

/**
 * So many characters of a text at most, secrets masked before it is cut, since half a secret is not known
 * for one. What it costs does not grow with the text.
 */
export function maskAndCut(text: string, most: number): MaskedStart {
  const read = text.slice(0, most + LONGEST_SECRET);
  const unread = text.length - read.length;
  const masked = maskSecrets(read);
  // Where what was read ends, a secret may have been cut.
  const safe = unread === 0 ? masked.length : masked.length - LONGEST_SECRET;
  const shown = masked.slice(0, Math.max(0, Math.min(most, safe)));
  return { text: shown, left: unread + masked.length - shown.length };
}
