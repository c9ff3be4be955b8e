/** Characters that stand on those before them, or join them. */
const NO_COLUMN = /\p{Mn}|\p{Me}|[\u200b-\u200d]/u;
/** East Asian characters and pictures, as wide as two letters. */
const TWO_COLUMNS =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;
/** What nearly all texts are made of: one column each. */
const PLAIN = /^[\u0020-\u02ff\u2010-\u203a\u2190-\u21ff\u25a0-\u25cf]*$/;

/** Columns that a text without colours takes on a terminal. */
export function displayWidth(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let columns = 0;
  for (const character of text) columns += columnsOf(character);
  return columns;
}

/** The beginning of a text that takes `width` columns at most. */
export function startOf(text: string, width: number): string {
  let [end, columns] = [0, 0];
  for (const character of text) {
    columns += columnsOf(character);
    if (columns > width) break;
    end += character.length;
  }
  return text.slice(0, end);
}

/** The end of a text that takes `width` columns at most. */
export function endOf(text: string, width: number): string {
  let [start, columns] = [text.length, 0];
  for (const character of Array.from(text).reverse()) {
    columns += columnsOf(character);
    if (columns > width) break;
    start -= character.length;
  }
  return text.slice(start);
}

/** The text with blanks behind it until it takes `width` columns. */
export function padColumns(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - displayWidth(text)));
}

function columnsOf(character: string): number {
  if (NO_COLUMN.test(character)) return 0;
  return TWO_COLUMNS.test(character) ? 2 : 1;
}
