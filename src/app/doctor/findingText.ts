import { commandText } from '../../text/commandText';
import { maskSecrets } from '../../text/maskSecrets';
import { capitalise, withoutFullStop } from '../../text/sentence';
import { truncate } from '../../text/truncate';
import { oneLine } from '../../text/oneLine';

/** Maximum characters of quoted external text. */
const MAX_QUOTE = 200;

/** Quotes external text: one line, secrets masked, at most `most` characters. */
export function quote(text: string, most = MAX_QUOTE): string {
  return truncate(oneLine(maskSecrets(text.slice(0, 20 * most))), most);
}

/** The first names of a list, with "…" if there are more: "a, b, c, …". */
export function listNames(names: readonly string[], most = 5): string {
  const shown = names.slice(0, most).map((name) => quote(name, 60));
  return [...shown, ...(names.length > most ? ['…'] : [])].join(', ');
}

/** Quotes the last line that is not blank; '' if there is none. */
export function lastLine(lines: readonly string[]): string {
  return quote(lines.findLast((line) => line.trim() !== '') ?? '');
}

/** Quotes a command of `devs.yaml`. */
export function quoteCommand(command: string | readonly string[]): string {
  return `\`${quote(commandText(command), 80)}\``;
}

/** Splits a message into problem and remedy. */
export function splitRemedy(
  message: string,
  fallback: string,
): { readonly found: string; readonly remedy: string } {
  const line = quote(message, 600);
  const at = /; |(?<=[^.])\. /.exec(line);
  if (at === null) return { found: withoutFullStop(line), remedy: fallback };
  const rest = line.slice(at.index + at[0].length);
  return { found: withoutFullStop(line.slice(0, at.index)), remedy: capitalise(rest) };
}

/** Removes the advice to resume a task from a remedy. */
export function removeResumeAdvice(remedy: string): string {
  return remedy
    .replace(/[;,] then resume the task(?=[.;,]|$)/g, '')
    .replace(/^Resume the task when/, 'Try again when')
    .replace(/, or resume it with another agent/, ', or choose another agent');
}
