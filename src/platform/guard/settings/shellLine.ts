import { quoteForCmd, quoteForSh } from '../../process/commandLine';

/** As `shellLine`, for PowerShell. */
export function powerShellLine(words: readonly string[]): string {
  return `& ${words.map((word) => `'${word.replaceAll("'", "''")}'`).join(' ')}`;
}

/** Words as one line that the shell of this system splits into the same words. */
export function shellLine(words: readonly string[]): string {
  return words.map(process.platform === 'win32' ? quoteForCmd : quoteForSh).join(' ');
}
