import { normaliseOnce } from '../signature/normalise';

/** Characters of the beginning and of the end of a result that are kept to compare what varies. */
export const KEPT_CHARACTERS = 2_048;

/** Characters from which on a kept text must not hold the whole one. */
const COPIED_FROM = 32_768;

/** Names that something gets for one run only. */
const RUN_ID =
  /\b(p?pids?|pgid|(?:session|request|trace|span|call|run|container|chunk)[_ ]?id)(\b["']?\s?[:=]\s?["']?)[\w-]{1,64}/gi;
/** Numbers that only count how often something was tried: not those of "3 of 10". */
const COUNTER =
  /\b(iteration|attempt|try|retry|round|turn|step|request|call)(\s?(?:#|no\.?|number)?\s?[:=]?\s?)\d{1,9}\b(?!\s?(?:\/|of\b|out\b|[.:]\d))/gi;
/** The number of an input or output of a session. */
const SESSION = /\b((?:In|Out) ?\[|execution_count["']?: ?)\d{1,7}/g;
/** How many lines a shell that goes on has read so far; of a script, its own name stands there. */
const SHELL_LINE = /((?:^|[\s/])-?(?:ba|z|da|k|a)?sh: ?(?:line )?|\(eval\):)\d{1,9}(?=:)/g;
/** The name of an element on a page as it was drawn once, what a sub-agent used, how long a step of a build took. */
const DRAWN_OR_USED =
  /\[ref=\w{1,20}\]|\b(?:total_tokens|tool_uses|duration_ms)\W{1,4}\d{1,12}(?:\.\d{1,12})?(?:e[+-]?\d{1,3})?|^#\d{1,4} \d{1,6}\.\d{1,6}(?= )/g;
/** How far something has come is news, though it varies from run to run; a share of the time is a time. */
const SHARE = /\d{1,3}(?:\.\d{1,4})?\s?%(?! of (?:the )?(?:total )?time\b)/g;

/** The beginning and the end of a text, a string of its own where it is shorter than the whole. */
export function keptText(text: string): string {
  if (text.length <= 2 * KEPT_CHARACTERS) return text;
  const ends = `${text.slice(0, KEPT_CHARACTERS)}\n…${text.length}…\n${text.slice(-KEPT_CHARACTERS)}`;
  // A slice would keep the whole text in memory: where that is much, it is copied.
  if (text.length <= COPIED_FROM) return ends;
  return Buffer.from(ends, 'utf8').toString('utf8');
}

/** The beginning of a text and, where what is between them was left out, its end. */
export interface Ends {
  readonly head: string;
  readonly tail?: string;
}

/** Both ends of what `keptText` gave; its whole where that is all. */
export function endsOf(kept: string): Ends {
  if (kept.length <= 2 * KEPT_CHARACTERS) return { head: kept };
  return { head: kept.slice(0, KEPT_CHARACTERS), tail: kept.slice(-KEPT_CHARACTERS) };
}

/**
 * A line with all masked that varies from run to run: what `normaliseOnce` masks, and numbers that count tries.
 * Percentages stay: they tell how far something has come.
 */
export function maskedLine(line: string): string {
  const known = maskedLines.get(line);
  if (known !== undefined) return known;
  const masked = maskLine(line);
  if (line.length > LONGEST_KEPT_LINE) return masked;
  if (maskedLines.size >= KEPT_LINES) maskedLines.clear();
  maskedLines.set(line, masked);
  return masked;
}

/** The same lines come again and again where the same is tried again. */
const maskedLines = new Map<string, string>();
const KEPT_LINES = 1_024;
const LONGEST_KEPT_LINE = 300;

function maskLine(line: string): string {
  const shares = line.match(SHARE) ?? [];
  const masked = normaliseOnce(
    line
      .replace(COUNTER, '$1$2<count>')
      .replace(RUN_ID, '$1$2<id>')
      .replace(SESSION, '$1<count>')
      .replace(SHELL_LINE, '$1<count>')
      .replace(DRAWN_OR_USED, '<once>'),
  );
  return shares.length === 0 ? masked : `${masked} ${shares.join(' ')}`;
}
