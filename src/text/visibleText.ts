import { showInvisible } from './invisible';
import { truncate } from './truncate';
import { oneLine } from './oneLine';

/** What an agent or a program wrote, its lines kept: what cannot be seen is written as `\u{…}`. */
export function visibleText(text: string): string {
  return showInvisible(text, toEscape).replace(/\p{Cs}/gu, toEscape);
}

/** The same as one line; more than `most` characters are cut. */
export function visibleLine(text: string, most: number): string {
  return truncate(visibleText(oneLine(text.slice(0, 2 * most))), most);
}

/** A character as `\u{…}`. */
export function toEscape(sign: string): string {
  return `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`;
}
