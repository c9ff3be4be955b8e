import { printablePath } from '../../terminal/printable';

/** Name of standard input among the files of `devs replay`. */
export const STANDARD_INPUT = '-';

/** Location of a run for users. */
export function describePlace(file: string): string {
  return file === STANDARD_INPUT ? 'standard input' : printablePath(file);
}
