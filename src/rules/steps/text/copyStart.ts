/** The first `most` characters of a text, copied, since a slice would retain the whole text in memory. */
export function copyStart(text: string, most: number): string {
  if (text.length <= most) return text;
  return Buffer.from(text.slice(0, most), 'utf16le').toString('utf16le');
}
