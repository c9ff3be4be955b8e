/** Time since something happened, in words. */
const AGO =
  /\b(?:an?(?: few)?|\d{1,5}) (?:seconds?|minutes?|hours?|days?|weeks?|months?|years?) ago\b|\bjust now\b/gi;
/** Durations without a number. */
const SPELLED =
  /\b(?:(?:less than|about|under|over) )?(?:an?|one|half an?) (?:second|minute|hour)\b/gi;
/**
 * Lines that say nothing of the result: what the agent will do next, or advice of the program that
 * has nothing to do with the call.
 */
const ASIDE =
  /^[ \t*>-]{0,4}(?:text: )?(?:(?:up )?next(?: (?:tool|action|call|agent|step))? ?(?:is|:|→|->|=)|now (?:calling|running|invoking) |i(?:'ll| will) now |handing (?:over|back|off) to |delegating to |transferring to |(?:tip(?: of the day)?|did you know) ?[:?])[^\n]{0,200}$/gim;
/** Maximum length of such a line. */
const MAX_ASIDE = 240;
/** Letters that each of these lines contains, as a cheap check: few lines contain them. */
const MAY_BE_ASIDE = /ext|now|ing (?:over|back|off|to)|tip/i;
const MAY_BE_SPELLED = /an? |one |just now/i;

/** Whether a line says nothing of the result. */
export function isAside(line: string): boolean {
  return line.length <= MAX_ASIDE && MAY_BE_ASIDE.test(line) && line.search(ASIDE) >= 0;
}

/** Masks durations in words, in a line or in a text. */
export function maskWords(text: string, by = '<duration>'): string {
  const said = text.includes('ago') || text.includes('just now') ? text.replace(AGO, by) : text;
  return MAY_BE_SPELLED.test(said) ? said.replace(SPELLED, by) : said;
}

/** Drops everything from a text that `maskWords` masks, and the lines that say nothing. */
export function dropWords(text: string): string {
  const said = maskWords(text, '');
  return MAY_BE_ASIDE.test(said) ? said.replace(ASIDE, '') : said;
}
