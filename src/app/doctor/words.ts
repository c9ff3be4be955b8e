import { maskSecrets } from '../../detection/external/maskSecrets';

/** Characters of something foreign that a finding quotes. */
const MAX_QUOTE = 200;

/** What a program, a file or a service said, on one line, secrets masked, `MAX_QUOTE` characters at most. */
export function quoted(text: string, most = MAX_QUOTE): string {
  const line = maskSecrets(text.slice(0, 20 * most))
    .replace(/\s+/g, ' ')
    .trim();
  return line.length > most ? `${line.slice(0, most - 1)}…` : line;
}

/** "0.4 s", "12.1 s", "3.5 min". */
export function inWords(ms: number): string {
  return ms < 59_950 ? `${(ms / 1_000).toFixed(1)} s` : `${(ms / 60_000).toFixed(1)} min`;
}

/** "1 task", "3 tasks". */
export function counted(amount: number, what: string): string {
  return `${amount} ${what}${amount === 1 ? '' : 's'}`;
}

/** The first names of a list, and that there are more: "a, b, c, …". */
export function named(names: readonly string[], most = 5): string {
  const shown = names.slice(0, most).map((name) => quoted(name, 60));
  return [...shown, ...(names.length > most ? ['…'] : [])].join(', ');
}

/** A command of `devs.yaml` as it is quoted. */
export function commandWords(command: string | readonly string[]): string {
  return `\`${quoted(typeof command === 'string' ? command : command.join(' '), 80)}\``;
}

/** A message that says what is wrong and then what to do, taken apart. */
export function takenApart(
  message: string,
  fallback: string,
): { readonly found: string; readonly remedy: string } {
  const line = quoted(message, 600);
  const at = /; |(?<=[^.])\. /.exec(line);
  if (at === null) return { found: withoutStop(line), remedy: fallback };
  const rest = line.slice(at.index + at[0].length);
  return { found: withoutStop(line.slice(0, at.index)), remedy: capital(rest) };
}

/** A remedy that was written for a task, for somebody who has none waiting. */
export function withoutResume(remedy: string): string {
  return remedy
    .replace(/[;,] then resume the task(?=[.;,]|$)/g, '')
    .replace(/^Resume the task when/, 'Try again when')
    .replace(/, or resume it with another agent/, ', or choose another agent');
}

/** The text with a capital at its beginning. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function withoutStop(text: string): string {
  return text.replace(/\.$/, '');
}
