import { displayWidth } from './displayWidth';

/**
 * A line without colours in pieces of at most `width` columns, broken at blanks; a word that is
 * longer than that stands alone, unbroken. Widths below 20 are taken for 20.
 */
export function wrapLine(line: string, width: number): readonly string[] {
  const room = Math.max(20, width);
  const lines: string[] = [];
  for (const word of line.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && displayWidth(last) + 1 + displayWidth(word) <= room) {
      lines[lines.length - 1] = `${last} ${word}`;
    } else {
      lines.push(word);
    }
  }
  return lines;
}
