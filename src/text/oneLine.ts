/** The text on one line: white space of any kind becomes one blank, none at the ends. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
