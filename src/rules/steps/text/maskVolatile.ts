import { normaliseOnce } from '../../failure/signature/normalise';

/** Identifiers that are valid for one run only. */
const RUN_ID =
  /\b(p?pids?|pgid|(?:session|request|trace|span|call|run|container|chunk)[_ ]?id)(\b["']?\s?[:=]\s?["']?)[\w-]{1,64}/gi;
/** Counters of attempts, but not those of "3 of 10". */
const COUNTER =
  /\b(iteration|attempt|try|retry|round|turn|step|request|call)(\s?(?:#|no\.?|number)?\s?[:=]?\s?)\d{1,9}\b(?!\s?(?:\/|of\b|out\b|[.:]\d))/gi;
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
