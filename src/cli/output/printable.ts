import { stripVTControlCharacters } from 'node:util';

/** What a terminal may obey or a reader may be deceived by: controls, line separators, bidi overrides. */
const HARMFUL =
  // eslint-disable-next-line no-control-regex -- control characters are what this is about
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g;

/**
 * Text from an agent or a file, safe to print: colour and cursor sequences are gone, `\r\n` is
 * `\n`, every other control character stands as a visible sign. Only line feeds and tabs are kept.
 */
export function printable(text: string): string {
  return stripVTControlCharacters(text).replaceAll('\r\n', '\n').replace(HARMFUL, visible);
}

/** `printable`, on one line: line feeds and tabs become blanks, outer white space goes. */
export function printableLine(text: string): string {
  return printable(text).replace(/\s+/g, ' ').trim();
}

/** The value as one line of JSON that no terminal can mistake for a command; parses to the same value. */
export function toJsonLine(value: unknown): string {
  return JSON.stringify(value).replace(HARMFUL, escaped);
}

function visible(character: string): string {
  const code = character.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? '\u2421' : '\ufffd';
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
