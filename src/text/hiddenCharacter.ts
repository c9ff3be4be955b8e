import { showInvisible } from './invisible';
import { toEscape } from './visibleText';

/**
 * Says that a text for the shell contains a control character or one that cannot be seen, and which; undefined without.
 * `subject` begins the sentence. Such a command is not the one that its reader sees. `of`: what its reader sees, one
 * line unless it says more.
 */
export function describeHiddenCharacter(
  subject: string,
  text: string,
  of: 'line' | 'lines' = 'line',
): string | undefined {
  let found = (of === 'line' ? /[\t\n]/ : /\t/).exec(text)?.[0];
  showInvisible(text, (character) => (found ??= character));
  if (found === undefined) return undefined;
  return `${subject} contains a character that cannot be seen (${NAMES[found] ?? toEscape(found)}); type it again without.`;
}

const NAMES: Readonly<Record<string, string>> = {
  '\n': 'a line break',
  '\r': 'a line break',
  '\t': 'a tab',
};
