/** Letters and digits that a piece has, at least: a line of dashes says nothing. */
const MIN_LETTERS = 8;
/** Pieces are longer than this and shorter than a tenth of what is looked at. */
const MIN_LENGTH = 16;
/** Characters that all pieces have together, at least: a short list may have equal lines. */
const MIN_TOTAL = 500;

/** Characters at the end of a text by which most texts are told to have no such piece. */
const COMPARED = 8;

/** The piece that a text ends with `times` times in a row; undefined where it does not. Linear in the text's length. */
export function findRepeatedEnd(text: string, times: number): string | undefined {
  if (text.length < Math.max(MIN_LENGTH * times, MIN_TOTAL)) return undefined;
  // What comes ten times has come shortly before: most texts are done with here.
  if (!endsTwice(text, Math.ceil(text.length / times))) return undefined;
  const last = text.length - 1;
  // Of the text read backwards up to each place: how long its beginning is that it ends with as well.
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

/** Whether the last characters of a text stand a piece's length before its end as well. */
function endsTwice(text: string, most: number): boolean {
  const from = text.length - COMPARED;
  return text.slice(from - most, text.length - MIN_LENGTH).includes(text.slice(from));
}
