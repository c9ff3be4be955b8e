import { SAME_REQUEST, lexicalSimilarity } from '../similarity/lexicalSimilarity';

const OMISSION = ' … ';
const CLOSING_MARKS = new Set('.!?…');

/** True if two texts ask for the same thing. */
export type SameQuery = (a: string, b: string) => boolean;

/** True if two texts are equal except for case, white space and closing punctuation. */
export function isEqualText(a: string, b: string): boolean {
  return toComparableText(a) === toComparableText(b);
}

/**
 * True if two texts are equal, or their similarity exceeds that of equal requests
 * (docs/decisions/loop-detection-algorithm.md: 0.85).
 */
export function isSameText(a: string, b: string): boolean {
  return isEqualText(a, b) || lexicalSimilarity(a, b) > SAME_REQUEST;
}

/** Shortens a text to at most `most` characters: keeps its head and its tail. */
export function keepHeadAndTail(text: string, most: number): string {
  if (text.length <= most) return text;
  const half = Math.floor((most - OMISSION.length) / 2);
  return `${text.slice(0, half)}${OMISSION}${text.slice(-half)}`;
}

function toComparableText(text: string): string {
  const words = text.normalize('NFKC').toLowerCase().split(/\s+/).map(stripClosingMarks);
  return words.filter((word) => word !== '').join(' ');
}

/** Closing marks end a word; those inside it belong to a name. */
function stripClosingMarks(word: string): string {
  let end = word.length;
  while (end > 0 && CLOSING_MARKS.has(word.charAt(end - 1))) end -= 1;
  return word.slice(0, end);
}
