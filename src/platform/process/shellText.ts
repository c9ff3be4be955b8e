import { quote } from 'shell-quote';

/** A path as one word of `/bin/sh`. */
export function quoteForSh(path: string): string {
  return quote([path]);
}

/**
 * A path as one word of `cmd.exe /c`, for programs as well as for `type` and `<`. A percent sign is
 * placed outside the quotes after a caret: inside them it would begin a variable. A double quote,
 * which no path on Windows has, becomes `\"` for the program's own reading.
 */
export function quoteForCmd(path: string): string {
  return `"${path.replaceAll('"', '\\"').replaceAll('%', '"^%"')}"`;
}
