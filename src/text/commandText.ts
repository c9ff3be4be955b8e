import { quoteArgument } from './quoteArgument';

/** A word in which no shell interprets anything. */
const PLAIN_WORD = /^[\w@%+=:,./-]+$/;

/** A command of `devs.yaml` as one text: the words of a list with spaces between. */
export function commandText(command: string | readonly string[]): string {
  return typeof command === 'string' ? command : command.join(' ');
}

/** A command of `devs.yaml` as text that a shell splits into the same words; a script keeps its lines. */
export function commandLine(command: string | readonly string[]): string {
  if (typeof command === 'string') return command.trim();
  return command.map((word) => (PLAIN_WORD.test(word) ? word : quoteArgument(word))).join(' ');
}
