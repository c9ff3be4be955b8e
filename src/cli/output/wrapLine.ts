/**
 * A line without colours in pieces of at most `width` characters, broken at blanks; a word that is
 * longer than that stands alone, unbroken. Widths below 20 are taken for 20.
 */
export function wrapLine(line: string, width: number): readonly string[] {
  const room = Math.max(20, width);
  const lines: string[] = [];
  for (const word of line.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= room) {
      lines[lines.length - 1] = `${last} ${word}`;
    } else {
      lines.push(word);
    }
  }
  return lines;
}
