/** Minimum letters and digits of a piece: a line of dashes does not count. */
const MIN_LETTERS = 8;
/** Minimum length of a piece, in characters. */
const MIN_LENGTH = 16;
/** Minimum total length of all repetitions: a short list may have equal lines. */
const MIN_TOTAL = 500;

/** Characters at the end of a text by which most texts are rejected early. */
const COMPARED = 8;

/**
 * Finds the piece that a text ends with, repeated at least `times` times in a row; undefined if
 * there is none. Linear in the length of the text.
 */
export function findRepeatedEnd(text: string, times: number): string | undefined {
  if (text.length < Math.max(MIN_LENGTH * times, MIN_TOTAL)) return undefined;
  // A repeated piece also ends one length earlier; this check rejects most texts.
  if (!endsTwice(text, Math.ceil(text.length / times))) return undefined;
  const last = text.length - 1;
  // Prefix function (Knuth-Morris-Pratt) of the reversed text.
  const borders = new Int32Array(text.length);
  for (let i = 1, matched = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(last - i);
    while (matched > 0 && code !== text.charCodeAt(last - matched))
      matched = borders[matched - 1] ?? 0;
    if (code === text.charCodeAt(last - matched)) matched += 1;
    borders[i] = matched;
    const length = i + 1 - matched;
    if (length >= MIN_LENGTH && i + 1 >= Math.max(length * times, MIN_TOTAL) && matched > 0) {
      const piece = text.slice(text.length - length);
      if ((piece.match(/[\p{L}\p{N}]/gu) ?? []).length >= MIN_LETTERS) return piece;
    }
  }
  return undefined;
}

/** Whether the last characters of a text also occur one piece length before its end. */
function endsTwice(text: string, most: number): boolean {
  const from = text.length - COMPARED;
  return text.slice(from - most, text.length - MIN_LENGTH).includes(text.slice(from));
}
