import { stripVTControlCharacters } from 'node:util';
import { escapeInvisible, hasInvisible, showInvisible } from '../../text/invisible';
import { oneLine } from '../../text/oneLine';

/** Invisible characters, and characters that look like the end of a name. */
const MISLEADING = /[\t\n]|^[\s"]|\s$|\s\s|[\ud800-\udfff]/u;

/** Characters of a path that are shown; of a longer one, so many from its start. */
const MAX_PATH = 160;
const PATH_START = 60;

/**
 * Text from an agent or a file, safe to print: colour and cursor sequences are gone, `\r\n` is
 * `\n`, every other invisible character is replaced by a visible one. Only line feeds and tabs are
 * kept.
 */
export function printable(text: string): string {
  return showInvisible(stripVTControlCharacters(text).replaceAll('\r\n', '\n'), visible);
}

/**
 * `printable`, with every character of a text on which somebody decides: what a terminal would take for a sequence, and hide,
 * stays readable.
 */
export function printableWhole(text: string): string {
  return showInvisible(text.replaceAll('\r\n', '\n'), visible);
}

/** `printable`, on one line: line feeds and tabs become blanks, outer white space goes. */
export function printableLine(text: string): string {
  return oneLine(printable(text));
}

/**
 * A path on one line, unique for each path: unchanged if harmless, else in quotes with special
 * characters escaped as in JSON. A long one is truncated in the middle.
 */
export function printablePath(path: string): string {
  const strange = hasInvisible(path) || MISLEADING.test(path);
  const text = strange ? toJsonLine(path) : path;
  if (text.length <= MAX_PATH) return text;
  const characters = Array.from(text);
  if (characters.length <= MAX_PATH) return text;
  const start = characters.slice(0, PATH_START).join('');
  return `${start}…${characters.slice(PATH_START + 1 - MAX_PATH).join('')}`;
}

/**
 * The value as one line of JSON that no terminal can mistake for a command and that deceives no reader;
 * parses to the same value.
 */
export function toJsonLine(value: unknown): string {
  return escapeInvisible(JSON.stringify(value));
}

function visible(character: string): string {
  const code = character.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? '\u2421' : '\ufffd';
}
