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
  return replaceCode(message, (code) => `"${code}"`).replaceAll('`', "'");
}

/** The same for a page, which shows as code what stands between backticks: they are left. */
export function pageWords(message: string): string {
  return replaceCode(message, (_code, whole) => whole);
}

function replaceCode(message: string, other: (code: string, whole: string) => string): string {
  return message.replace(CODE, (whole, _ticks, text: string) => {
    const code = text.trim();
    return paletteWords(code) ?? other(code, whole);
  });
}

/** The command of the palette; undefined for other code. */
function paletteWords(code: string): string | undefined {
  const [program, name] = code.split(/\s+/, 2);
  if (program !== 'devs') return undefined;
  const title = name === undefined ? undefined : COMMAND_TITLES.get(name);
  return title === undefined ? 'Devs' : `"Devs: ${title}"`;
}
