import { showInvisible } from './invisible';
import { toEscape } from './visibleText';

/**
 * Says that a line for the shell contains a control character or one that cannot be seen, and which; undefined without.
 * `subject` begins the sentence. Such a command is not the one that its reader sees.
 */
export function describeHiddenCharacter(subject: string, line: string): string | undefined {
  let found = /[\t\n]/.exec(line)?.[0];
  showInvisible(line, (character) => (found ??= character));
  if (found === undefined) return undefined;
  return `${subject} contains a character that cannot be seen (${NAMES[found] ?? toEscape(found)}); type it again without.`;
}

const NAMES: Readonly<Record<string, string>> = {
  '\n': 'a line break',
  '\r': 'a line break',
  '\t': 'a tab',
};
