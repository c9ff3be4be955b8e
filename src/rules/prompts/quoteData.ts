/** A marker inside quoted text. */
const MARKER = /-{5} (?:BEGIN|END) [A-Z ]{1,40} -{5}/g;

/**
 * Quotes a text of an agent or program between markers that the text cannot close. `what` is its name in capital
 * letters: "ANSWER".
 */
export function quoteData(what: string, text: string): string {
  const said = text.trim().replaceAll(MARKER, '(marker)');
  return `----- BEGIN ${what} -----\n${said}\n----- END ${what} -----`;
}
