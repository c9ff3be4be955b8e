import { showInvisible } from './invisible';
import { listWithRest } from './list';
import { oneLine } from './oneLine';
import { shortName } from './truncate';

/** Text as a fenced code block; the fence is longer than any run of backticks inside. */
export function codeBlock(text: string, language: 'text' | 'diff' = 'text'): string {
  const body = text.trim() === '' ? '(nothing)' : text.trimEnd();
  const fence = '`'.repeat(Math.max(3, longestRun(body) + 1));
  return `${fence}${language}\n${body}\n${fence}`;
}

/** External text as inline code on one line; no Markdown in it takes effect. */
export function inlineCode(text: string): string {
  const line = oneLine(text);
  if (line === '') return '(none)';
  const ticks = '`'.repeat(longestRun(line) + 1);
  const pad = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${ticks}${pad}${line}${pad}${ticks}`;
}

/**
 * Escapes a sentence with external names, on one line: no HTML, link, picture or code results,
 * and no backtick ends a following code span.
 */
export function escapeMarkdown(text: string): string {
  return oneLine(text).replace(/[\\`<>[\]&*]/g, '\\$&');
}

/** The first `most` of them as code, long ones truncated, and how many there are besides. */
export function inlineCodeList(items: readonly string[], most: number): string {
  const shown = items.slice(0, most).map((item) => inlineCode(shortName(item)));
  return listWithRest(shown, items.length - most);
}

/** External text for a table cell: one line, truncated, escaped. */
export function tableCell(text: string): string {
  return shortName(oneLine(text))
    .replace(/[\\`*_~[\]<>&#!$]/g, '\\$&')
    .replaceAll('|', '&#124;');
}

/**
 * A link to a file: `place` is the address of a folder as seen from the document, '' or with `/` at its
 * end; `path` is relative to it. Any path gives exactly one link.
 */
export function fileLink(label: string, place: string, path: string): string {
  const parts = path
    .split('/')
    .map((part) => encodeURIComponent(part.replace(/\p{Cs}/gu, '\ufffd')));
  return `[${tableCell(label)}](${place}${parts.join('/').replace(/[()'!*]/g, escapedByte)})`;
}

/** Replaces control characters and deceptive invisible characters of a document by U+FFFD. */
export function replaceControls(document: string): string {
  return showInvisible(document, () => '\ufffd');
}

function escapedByte(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

function longestRun(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}
