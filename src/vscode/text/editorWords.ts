import { COMMAND_TITLES } from '../contributions/commandTitles';
import { withoutLinks } from './sanitizeLabel';

/** A text in backticks, with any number of them. */
const CODE = /(`+)([^`]+)\1/g;

/** A message as a notification shows it: in the editor's words, without links. */
export function notificationText(message: string): string {
  return withoutLinks(editorWords(message));
}

/**
 * A message that was written for a terminal, for the editor: `devs redo x` becomes the command of the palette, other
 * code stands in quotation marks, and no backtick is left.
 */
export function editorWords(message: string): string {
  return message
    .replace(CODE, (_whole, _ticks, code: string) => wordsOf(code.trim()))
    .replaceAll('`', "'");
}

function wordsOf(code: string): string {
  const [program, name] = code.split(/\s+/, 2);
  if (program !== 'devs') return `"${code}"`;
  const title = name === undefined ? undefined : COMMAND_TITLES.get(name);
  return title === undefined ? 'Devs' : `"Devs: ${title}"`;
}
