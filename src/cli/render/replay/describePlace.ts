import { printablePath } from '../../terminal/printable';

/** What stands for standard input among the files of `devs replay`. */
export const STANDARD_INPUT = '-';

/** Where a run stands, as a human reads it. */
export function describePlace(file: string): string {
  return file === STANDARD_INPUT ? 'standard input' : printablePath(file);
}
