const NOT_ASCII = /[^\0-\x7f]/;
const WORD = /[\p{L}\p{N}_]+/gu;
/** As `WORD` in ASCII texts, several times faster. */
const ASCII_WORD = /\w+/g;
const NONE: readonly string[] = [];

/** The words of a text: letters, digits and underscores in a row. */
export function matchWords(text: string): readonly string[] {
  return text.match(NOT_ASCII.test(text) ? WORD : ASCII_WORD) ?? NONE;
}
