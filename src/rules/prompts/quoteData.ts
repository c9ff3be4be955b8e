/** What looks like one of our markers inside of a quoted text. */
const MARKER = /-{5} (?:BEGIN|END) [A-Z ]{1,40} -{5}/g;

/**
 * What an agent or a program said, between markers that it cannot close by itself. `what` names it in
 * capital letters: "ANSWER".
 */
export function quoteData(what: string, text: string): string {
  const said = text.trim().replaceAll(MARKER, '(marker)');
  return `----- BEGIN ${what} -----\n${said}\n----- END ${what} -----`;
}
