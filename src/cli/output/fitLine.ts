import { displayWidth, startOf } from './displayWidth';

/** Cuts a line without colours to `width` columns, the last of them then `…`. */
export function fitLine(line: string, width: number): string {
  if (displayWidth(line) <= width) return line;
  return width <= 0 ? '' : `${startOf(line, width - 1)}…`;
}
