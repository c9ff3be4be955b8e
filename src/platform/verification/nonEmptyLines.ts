/** The non-empty lines of a text, without any kind of line end. */
export function nonEmptyLines(text: string): readonly string[] {
  return text.match(/[^\r\n]+/g) ?? [];
}
