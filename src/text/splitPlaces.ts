/** A part of a text: words, or a place in a file. */
export interface TextPart {
  readonly text: string;
  /** The file as it is named, and its 1-based line; absent for words. */
  readonly place?: { readonly file: string; readonly line: number };
}

/** What can be a place: no white space, quote or bracket. */
const TOKEN = /[^\s"'`()<>[\]{},;|=]+/g;
/** Maximum length of a place, in characters. */
const MAX_PLACE = 400;
/** `src/cart.js:14`, `src/cart.js:14:9`, `C:\cart.js:14`: a name with an ending, and a line. */
const PLACE = /^((?:[A-Za-z]:)?[^:]*[^:/\\.]\.[A-Za-z]\w{0,9}):(\d{1,7})(?::\d{1,7})?[:.]?$/;

/** Splits a text where it names lines of files. The parts together are the text. Linear in its length. */
export function splitPlaces(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (token.length > MAX_PLACE || token.includes('://')) continue;
    const [, file = '', line = ''] = PLACE.exec(token) ?? [];
    if (file === '' || Number(line) === 0) continue;
    if (index > end) parts.push({ text: text.slice(end, index) });
    const shown = token.replace(/[:.]$/, '');
    parts.push({ text: shown, place: { file, line: Number(line) } });
    end = index + shown.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}
