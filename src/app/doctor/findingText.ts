import { maskSecrets } from '../../text/maskSecrets';
import { capitalise } from '../../text/sentence';
import { truncate } from '../../text/truncate';
import { oneLine } from '../../text/oneLine';

/** Characters of something foreign that a finding quotes. */
const MAX_QUOTE = 200;

/** What a program, a file or a service said, on one line, secrets masked, `MAX_QUOTE` characters at most. */
export function quote(text: string, most = MAX_QUOTE): string {
  return truncate(oneLine(maskSecrets(text.slice(0, 20 * most))), most);
}

/** The first names of a list, and that there are more: "a, b, c, …". */
export function listNames(names: readonly string[], most = 5): string {
  const shown = names.slice(0, most).map((name) => quote(name, 60));
  return [...shown, ...(names.length > most ? ['…'] : [])].join(', ');
}

/** A command of `devs.yaml` as it is quoted. */
export function quoteCommand(command: string | readonly string[]): string {
  return `\`${quote(typeof command === 'string' ? command : command.join(' '), 80)}\``;
}

/** A message that says what is wrong and then what to do, taken apart. */
export function splitRemedy(
  message: string,
  fallback: string,
): { readonly found: string; readonly remedy: string } {
  const line = quote(message, 600);
  const at = /; |(?<=[^.])\. /.exec(line);
  if (at === null) return { found: removeFullStop(line), remedy: fallback };
  const rest = line.slice(at.index + at[0].length);
  return { found: removeFullStop(line.slice(0, at.index)), remedy: capitalise(rest) };
}

/** A remedy that was written for a task, for somebody who has none waiting. */
export function removeResumeAdvice(remedy: string): string {
  return remedy
    .replace(/[;,] then resume the task(?=[.;,]|$)/g, '')
    .replace(/^Resume the task when/, 'Try again when')
    .replace(/, or resume it with another agent/, ', or choose another agent');
}

function removeFullStop(text: string): string {
  return text.replace(/\.$/, '');
}
