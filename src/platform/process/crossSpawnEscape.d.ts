/** Types of cross-spawn's quoting for `cmd.exe`, which it does not ship. */
declare module 'cross-spawn/lib/util/escape' {
  /** A program's name. */
  export function command(text: string): string;
  /** One argument; escaped twice for a shim that starts `cmd.exe` once more. */
  export function argument(text: string, doubleEscape: boolean): string;
}
