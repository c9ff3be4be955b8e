import type { OutputStream } from './style';

/** `devs` as a command: in code, in parentheses, or first on a line, where colours and a label may stand before it. */
const COMMAND = /(?<=[`(]|^(?:Usage:| |\p{Cc}\[\d+m)*)devs(?=`| [a-z<[-])/gmu;

/** A text for the terminal behind a stream, in which each `devs …` begins as the user started Devs: `npx devs …`. */
export function nameCommand({ startWords = 'devs' }: OutputStream, text: string): string {
  return startWords === 'devs' ? text : text.replace(COMMAND, () => startWords);
}
