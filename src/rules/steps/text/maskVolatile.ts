import {
  applyMasks,
  prepareMasks,
  toTraited,
  type TraitedLine,
} from '../../failure/signature/applyMasks';
import { normaliseOnce } from '../../failure/signature/normalise';
import { maskIds } from './maskIds';
import { isAside, maskWords } from './maskWords';

/** Days before a time of day; time of day without seconds. */
const DAYS =
  /\b\d{1,5} days?,? \d{1,2}:\d\d(?::\d\d)?|(?<![\w:.,/'"-])(?:[01]\d|2[0-3]):[0-5]\d(?![\w:.'"])/g;
/** Rates of a program that runs, and the ticks of its clock. */
const RUNNING =
  /\b(tick|frame|fps|uptime|poll|ping|probe|heartbeat|lamport)([ :=#]{1,2})\d{1,9}(?:\.\d{1,6})?\b/gi;
/** Counters of attempts, but not those of "3 of 10". */
const COUNTER =
  /\b(iteration|attempt|try|retry|round|turn|step|request|call|message|msg|seq|sequence)(\s?(?:#|no\.?|number)?\s?[:=]?\s?)\d{1,9}\b(?!\s?(?:\/|of\b|out\b|[.:]\d))/gi;
/** The same, counted in words: `3rd attempt`, `attempt three`. */
const ORDINAL =
  /\b(?:\d{1,4}(?:st|nd|rd|th)|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth) (attempt|try|retry)\b|\b(attempt|try|retry) (?:one|two|three|four|five|six|seven|eight|nine|ten)\b/gi;
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

/** Cache: repeated attempts print the same lines. */
const maskedLines = new Map<string, string>();
const MAX_CACHED_LINES = 1_024;
const MAX_CACHED_LINE = 300;

function computeMaskedLine(line: string): string {
  if (isAside(line)) return '<aside>';
  const shares = line.includes('%') ? (line.match(SHARE) ?? []) : [];
  const read = toTraited(line);
  maskIds(read);
  const said = maskWords(read.text);
  const counted = said === read.text ? read : toTraited(said);
  maskCounters(counted);
  const masked = normaliseOnce(counted.text);
  return shares.length === 0 ? masked : `${masked} ${shares.join(' ')}`;
}

const ATTEMPTS = prepareMasks([
  {
    pattern: COUNTER,
    by: '$1$2<count>',
    needs: '0iteration|0attempt|0try|0round|0turn|0step|0request|0call|0message|0msg|0seq',
  },
  { pattern: ORDINAL, by: '$1$2 <count>', needs: 'attempt|try' },
]);
/** Only in lines with a digit. */
const COUNTERS = prepareMasks([
  { pattern: SESSION, by: '$1<count>', needs: '0[in|0[out|0execution_count:' },
  { pattern: SHELL_LINE, by: '$1<count>', needs: '0:sh|0:(eval)' },
  {
    pattern: DRAWN_OR_USED,
    by: '<once>',
    needs: '[ref=]|0total_tokens|0tool_uses|0duration_ms|0.',
  },
  { pattern: DAYS, by: '<once>', needs: '00:' },
  {
    pattern: RUNNING,
    by: '$1$2<count>',
    needs: '0tick|0frame|0fps|0uptime|0poll|0ping|0probe|0heartbeat|0lamport',
  },
]);

function maskCounters(line: TraitedLine): void {
  applyMasks(line, ATTEMPTS);
  if (line.traits.digits > 0) applyMasks(line, COUNTERS);
}
