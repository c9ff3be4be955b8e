/** Which part of a text is shown. */
export interface TextPart {
  /** Index of its first line, or 'end' for the last lines. */
  readonly from: number | 'end';
  /** Maximum number of lines. */
  readonly most: number;
  /** Characters that fill a line. */
  readonly width: number;
}

/** At most `most` lines of a text and the characters that fill them, `…` for what is left out before and after. */
export function partOfText(text: string, { from, most, width }: TextPart): string {
  const lines = text.split('\n');
  const size = most * width;
  if (isNearly(lines.length, most) && isNearly(text.length, size)) return text;
  const last = Math.max(0, lines.length - most);
  const start = from === 'end' ? last : Math.min(from, last);
  const part = lines.slice(start, start + most).join('\n');
  const cut = from === 'end' ? part.slice(-size) : part.slice(0, size);
  const leftBefore = start > 0 || (from === 'end' && cut !== part);
  const leftAfter = start + most < lines.length || (from !== 'end' && cut !== part);
  return `${leftBefore ? '…\n' : ''}${withoutHalves(cut)}${leftAfter ? '\n…' : ''}`;
}

/** Whether a part would leave out so little that the whole is shown. */
export function isNearly(count: number, most: number): boolean {
  return count <= 1.5 * most;
}

/** Without the half of a character at either end. */
function withoutHalves(text: string): string {
  return text.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');
}
