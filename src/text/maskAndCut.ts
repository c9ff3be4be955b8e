import { maskSecrets } from './maskSecrets';

/** Maximum length of a masked secret, with its prefix. */
const LONGEST_SECRET = 6_500;

/** The beginning of a text, secrets masked, and the length of the rest. */
interface MaskedStart {
  readonly text: string;
  /** Characters of the text that come after it. */
  readonly left: number;
}

/**
 * Masks secrets, then cuts the text to `most` characters, since half a secret is not recognised. Takes constant time
 * for a given `most`.
 */
export function maskAndCut(text: string, most: number): MaskedStart {
  const read = text.slice(0, most + LONGEST_SECRET);
  const unread = text.length - read.length;
  const masked = maskSecrets(read);
  // A secret may be cut at the end of the text that was read.
  const safe = unread === 0 ? masked.length : masked.length - LONGEST_SECRET;
  const shown = masked.slice(0, Math.max(0, Math.min(most, safe)));
  return { text: shown, left: unread + masked.length - shown.length };
}

/** Masks secrets and returns the end of the text, `most` characters at most; takes constant time for a given `most`. */
export function maskAndKeepEnd(text: string, most: number): string {
  const read = text.slice(-(most + LONGEST_SECRET));
  const masked = maskSecrets(read);
  // A secret may be cut at the beginning of the text that was read.
  const safe = read.length === text.length ? 0 : LONGEST_SECRET;
  return masked.slice(Math.max(safe, masked.length - most));
}
