import { quoteForCmd, quoteForSh } from '../../process/commandLine';

/** Words as one line that the shell of this system splits into the same words. */
export function shellLine(words: readonly string[]): string {
  return words.map(process.platform === 'win32' ? quoteForCmd : quoteForSh).join(' ');
}
