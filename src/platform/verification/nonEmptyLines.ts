/** The lines of a text that hold anything, without their ends, whichever those are. */
export function nonEmptyLines(text: string): readonly string[] {
  return text.match(/[^\r\n]+/g) ?? [];
}
