/** Cuts a line without colours to `width` characters, the last of them then `…`. */
export function fitLine(line: string, width: number): string {
  const characters = Array.from(line);
  if (characters.length <= width) return line;
  return width <= 0 ? '' : `${characters.slice(0, width - 1).join('')}…`;
}
