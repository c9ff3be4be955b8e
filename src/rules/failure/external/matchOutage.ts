import type { ErrorText } from './patterns/errorText';
import { matchRule, type RuleMatch } from './patterns/externalRule';
import { OUTAGE_RULES } from './patterns/outageRules';
import { TIMEOUT_RULES } from './patterns/timeoutRules';

const RULES = [...OUTAGE_RULES, ...TIMEOUT_RULES];

/** Pre-check: a line without any of these matches no rule. */
export const OUTAGE_CUE =
  /(?:^|\D)(?:429|50[234]|52[0-4]|529)(?:\D|$)|navailable|UNAVAILABLE|xhausted|EXHAUSTED|hrottl|exceeded|imed[- ]?out|ime-?out|TIMEOUT|TIMEDOUT|CONNECTION|expired|SlowDown|ManyRequests|Too many requests|Busy|RateTooLarge|Internal(?:Failure|ServerError)|pstream|hird[- ]party|xternal|emote |starting up|shutting down|recovery mode|LOADING|CLUSTERDOWN|MASTERDOWN|etcdserver|onnect|EOF|nreachable|resolv|translate host|attempted address|hang up|side closed|aborted|canceled|failed|httpStatusCode|bad address|name resolution|Errno|TLS handshake|emporary (?:failure|error)/;

/** A finding that compares two values: a test's, whatever they are. */
const COMPARES =
  /\b(?:want(?:ed)?|should|instead of|must (?:be|return)|to (?:be|equal|match|contain|have|return)|but (?:got|was|received)|received:|actual)\b|\s(?:[!=]==?|≠|<>)\s/i;
/** A request without a host: to a server inside the test. */
const OWN_PATH = /\b(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) \/(?!\/)/;
/** Prose: the name of a test, or a note that the program goes on. */
const TITLE =
  /\b(?:should|when(?! calling| requesting)|(?<!max )retries|retried|handle[sd]?|throws?|rejects?|returns|shows?|falls? back|is (?:not )?(?:retried|shown|reported|logged))\b/i;
const GOES_ON =
  /\bretrying\b|\bwill (?:be )?retr(?:y|ied)\b|\bretry(?: attempt)? \d|\bfalling back\b|\(\d{1,3} tries remaining\)/i;

/**
 * Finds what a line says about a service that does not answer, limits its callers or cannot be reached. A finding of a
 * test (a comparison, a request to a server inside the test, a host of the project's own) is `own`. Undefined for any
 * other line, and for one that only names a test or announces another try.
 */
export function matchOutage(line: ErrorText): RuleMatch | undefined {
  const { text, lead } = line;
  if (!OUTAGE_CUE.test(text) || GOES_ON.test(text)) return undefined;
  const match = matchRule(line, RULES);
  if (match === undefined) return undefined;
  if (lead === 'none' && isTitle(text, match)) return undefined;
  const isFinding = COMPARES.test(text) || (match.subject === undefined && OWN_PATH.test(text));
  return isFinding ? { ...match, own: true } : match;
}

/** How a statement goes on after its status; the name of a test goes on with more words. */
const REST =
  /^[\s:,(-]{0,4}(?:Bad Gateway|Serv(?:ice|er)(?: is)?(?: currently| temporarily)? Unavailable|Gateway Time-?out|Too Many Requests)?(?:$|[.:;,)!\]>"'\x60]|\s?\(|\s-\s|\s(?:for (?:url|https?:)|curl 22\b))/i;

/** Whether a line without lead-in is the name of a test: it goes on with words after the status of a vague statement. */
function isTitle(text: string, { rule, subject }: RuleMatch): boolean {
  if (TITLE.test(text)) return true;
  if (rule.vague !== true || subject !== undefined) return false;
  const found = rule.pattern.exec(text);
  const status = found && /\d{3}['"]?$/.test(found[0]);
  return status === true && !REST.test(text.slice(found.index + found[0].length));
}
