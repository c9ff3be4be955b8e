/** Characters that no shell interprets between double quotes. */
const PLAIN = /^[\p{L}\p{N} .,:;()/@+=_?<>|*-]*$/u;

/** The text in quotes, as one word in which a POSIX shell interprets nothing. */
export function quoteArgument(text: string): string {
  return PLAIN.test(text) ? `"${text}"` : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
