/** Control, format and bidirectional characters, separators, halves of surrogate pairs; not tabs and line feeds. */
const INVISIBLE = /(?![\t\n])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** What an agent or a program wrote, its lines kept: what cannot be seen is written as `\u{…}`. */
export function visibleText(text: string): string {
  return text.replace(INVISIBLE, (found) => `\\u{${(found.codePointAt(0) ?? 0).toString(16)}}`);
}

/** The same as one line; more than `most` characters are cut. */
export function visibleLine(text: string, most: number): string {
  const line = visibleText(
    text
      .slice(0, 2 * most)
      .replace(/\s+/g, ' ')
      .trim(),
  );
  return line.length > most ? `${line.slice(0, most - 1)}…` : line;
}
