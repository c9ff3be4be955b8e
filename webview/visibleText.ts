import { showInvisible } from '../src/text/invisible';
import { truncate } from '../src/text/truncate';
import { oneLine } from '../src/text/oneLine';

/** What an agent or a program wrote, its lines kept: what cannot be seen is written as `\u{…}`. */
export function visibleText(text: string): string {
  return showInvisible(text, written).replace(/\p{Cs}/gu, written);
}

/** The same as one line; more than `most` characters are cut. */
export function visibleLine(text: string, most: number): string {
  return truncate(visibleText(oneLine(text.slice(0, 2 * most))), most);
}

function written(sign: string): string {
  return `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`;
}
