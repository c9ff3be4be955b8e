import { normaliseOnce } from '../../failure/signature/normalise';

/** Identifiers that are valid for one run only. */
const RUN_ID =
  /\b(p?pids?|pgid|(?:session|request|trace|span|call|run|container|chunk|correlation|message|event|transaction|delivery)[-_ ]?id)(\b["']?\s?[:=]\s?["']?)[\w-]{1,64}/gi;
/** Identifiers after their name alone; they contain a digit. */
const NAMED_ID =
  /\b(id|ref|nonce|challenge|correlation|trace|session|ticket|capture)([ :=#]{1,3})(?=[a-z-]{0,40}\d)[\w-]{3,40}(?![\w.]| of\b)/gi;
/** Short hashes, which mix digits and letters; not colours, quoted values or parts of names. */
const SHORT_HASH = /(?<![\w#.'"/-])(?=[a-f]{0,11}\d)(?=\d{0,11}[a-f])[\da-f]{6,11}(?![\w.'"/-])/g;
/** Seconds since 1970 in the name of a file, and files that are named by a number only. */
const NUMBERED_FILE =
  /(?<=[\w][-_.])1[4-9]\d{8}(?:\d{3})?(?![\d])|(?<=\/)\d{2,12}(?=\.(?:log|out|tmp)\b)/g;
/** Servers and timings that web servers name in headers of a response. */
const HEADER =
  /^(<? ?(?:x-(?:node|host|pod|backend|served?|server|instance|runtime|timer|cache|trace|correlation|request|amz|envoy|b3)[\w-]{0,40}|cf-ray|etag|age|via|server-timing|set-cookie)): .*$/i;
/** Time since something happened, in words. */
const AGO =
  /\b(?:an?(?: few)?|\d{1,5}) (?:seconds?|minutes?|hours?|days?|weeks?|months?|years?) ago\b|\bjust now\b/gi;
/** Days before a time of day; time of day in brackets. */
const DAYS = /\b\d{1,5} days?,? \d{1,2}:\d\d(?::\d\d)?|(?<=\[)\d\d:\d\d(?=\])/g;
/** Rates of a program that runs, and the ticks of its clock. */
const RUNNING = /\b(tick|frame|fps|uptime)([ :=]{1,2})\d{1,9}(?:\.\d{1,6})?\b/gi;
/** A line that only announces the agent's next action. */
export const NEXT_ACTION =
  /^[ \t*>-]{0,4}(?:up )?next(?: (?:tool|action|call|agent|step))? ?(?:is|:|→|->|=)[^\n]{0,200}$/gim;
/** Counters of attempts, but not those of "3 of 10". */
const COUNTER =
  /\b(iteration|attempt|try|retry|round|turn|step|request|call|message|msg|seq|sequence)(\s?(?:#|no\.?|number)?\s?[:=]?\s?)\d{1,9}\b(?!\s?(?:\/|of\b|out\b|[.:]\d))/gi;
/** Input and output numbers of an interactive session. */
const SESSION = /\b((?:In|Out) ?\[|execution_count["']?: ?)\d{1,7}/g;
/** Line numbers of an interactive shell; a script is reported under its own name instead. */
const SHELL_LINE = /((?:^|[\s/])-?(?:ba|z|da|k|a)?sh: ?(?:line )?|\(eval\):)\d{1,9}(?=:)/g;
/** Element references of a rendered page, usage of a sub-agent, durations of build steps. */
const DRAWN_OR_USED =
  /\[ref=\w{1,20}\]|\b(?:total_tokens|tool_uses|duration_ms)\W{1,4}\d{1,12}(?:\.\d{1,12})?(?:e[+-]?\d{1,3})?|^#\d{1,4} \d{1,6}\.\d{1,6}(?= )/g;
/** Percentages show progress and are kept, except shares of time. */
const SHARE = /\d{1,3}(?:\.\d{1,4})?\s?%(?! of (?:the )?(?:total )?time\b)/g;

/**
 * Masks everything in a line that varies from run to run: what `normaliseOnce` masks, ids and
 * counters. Percentages stay, since they show progress.
 */
export function maskVolatile(line: string): string {
  const known = maskedLines.get(line);
  if (known !== undefined) return known;
  const masked = computeMaskedLine(line);
  if (line.length > MAX_CACHED_LINE) return masked;
  if (maskedLines.size >= MAX_CACHED_LINES) maskedLines.clear();
  maskedLines.set(line, masked);
  return masked;
}

const HAS_DIGIT = /\d/;
/** Maximum length of a line that announces an action. */
const MAX_ACTION = 240;

/** Cache: repeated attempts print the same lines. */
const maskedLines = new Map<string, string>();
const MAX_CACHED_LINES = 1_024;
const MAX_CACHED_LINE = 300;

function computeMaskedLine(line: string): string {
  if (announcesAction(line)) return '<next>';
  const shares = line.match(SHARE) ?? [];
  const masked = normaliseOnce(
    maskWords(HAS_DIGIT.test(line) ? maskIds(line) : line)
      .replace(COUNTER, '$1$2<count>')
      .replace(RUN_ID, '$1$2<id>')
      .replace(SESSION, '$1<count>')
      .replace(SHELL_LINE, '$1<count>')
      .replace(DRAWN_OR_USED, '<once>'),
  );
  return shares.length === 0 ? masked : `${masked} ${shares.join(' ')}`;
}

function maskIds(line: string): string {
  const ids = line.replace(NAMED_ID, '$1$2<id>').replace(SHORT_HASH, '<hash>');
  // Cheap checks before the patterns that rarely match.
  const text = ids.includes(': ') ? ids.replace(HEADER, '$1: <once>') : ids;
  const days = text.includes('day') || text.includes('[') ? text.replace(DAYS, '<once>') : text;
  return days.replace(NUMBERED_FILE, '<id>').replace(RUNNING, '$1$2<count>');
}

/** Cheap checks first: few lines contain these words. */
function announcesAction(line: string): boolean {
  return line.length <= MAX_ACTION && line.includes('ext') && line.match(NEXT_ACTION) !== null;
}

/** As `announcesAction`. */
export function maskWords(text: string, by = '<duration> ago'): string {
  return text.includes('ago') || text.includes('just now') ? text.replace(AGO, by) : text;
}
