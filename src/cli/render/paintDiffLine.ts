import type { Style } from '../terminal/style';

/** A line of a unified diff in its colour. */
export function paintDiffLine(line: string, style: Style): string {
  if (/^(?:\+\+\+|---|@@|Index:|=+$)/.test(line)) return style.dim(line);
  if (line.startsWith('+')) return style.green(line);
  return line.startsWith('-') ? style.red(line) : line;
}
