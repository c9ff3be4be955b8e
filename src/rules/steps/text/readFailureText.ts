import type { TextEnds } from './toExcerpt';
import { parseJson } from './parseJson';

/** Characters read from each end of a result. */
const MAX_READ = 1_000;
/** Minimum length of an argument text that is removed from the result, in characters. */
const MIN_ECHO = 4;
/** Maximum number of argument texts that are searched for. */
const MAX_ECHOES = 400;

/** Header lines in which agents repeat the call, its folder and its process. */
const ENVELOPE =
  /^(?:command|directory|current working directory|cwd|python interpreter|description|background pids|process group pgid|signal|wall time|chunk id)\b\s?:/i;
/** Line number prefix of an editor's listing. */
const LINE_NUMBER = /^\s*\d{1,7}\s?[:|\t→]\s?/;
/**
 * Line number in a location: behind a file or a shortened argument, or before a further colon. Other
 * numbers behind a word are values, such as `failed:3` and `exit(1)`; a time of day is none. The
 * lookahead for a digit comes first because it rejects most characters.
 */
const PLACE =
  /(?=\d)(?:(?<=\blines?\s|\.[a-z]\w{0,7}:|[)\]…]:|[a-z)\]…]:\d{1,7}:)\d{1,7}|(?<=[a-z]:)\d{1,7}(?=:|\))|(?<=[a-z)\]…]\()\d{1,7}(?=,|\) ?:))/gi;

/**
 * Reads the text of a failed call (both ends of a long one) without echoes of its arguments and
 * without line numbers, so that the same error is equal for different arguments and lines. For a
 * failed edit all numbers are masked.
 */
export function readFailureText(result: string, args: string, isEdit: boolean): TextEnds {
  const pieces = listArgTexts(args);
  const lines = new Set(pieces.flatMap((piece) => piece.split('\n')).map((line) => line.trim()));
  const stripEchoes = (end: string): string => {
    let text = end;
    for (const piece of pieces) if (text.includes(piece)) text = text.replaceAll(piece, '…');
    const kept = text.split('\n').filter((line) => !ENVELOPE.test(line) && !isEcho(line, lines));
    const said = kept.join('\n').replace(PLACE, '#').trim();
    return isEdit ? said.replace(/[\w.-]{0,60}\d[\w.-]{0,60}/g, '#') : said;
  };
  if (result.length <= 2 * MAX_READ) return { head: stripEchoes(result) };
  return {
    head: stripEchoes(result.slice(0, MAX_READ)),
    tail: stripEchoes(result.slice(-MAX_READ)),
  };
}

function isEcho(line: string, lines: ReadonlySet<string>): boolean {
  const said = line.replace(LINE_NUMBER, '').trim();
  return said === '…' || (said.length >= MIN_ECHO && lines.has(said));
}

/** Lists the texts in the arguments, longest first, without numbers and short words. */
function listArgTexts(args: string): readonly string[] {
  const value = parseJson(args);
  const pieces = value === undefined ? [args] : listTexts(value);
  return pieces
    .map((piece) => piece.trim())
    .filter((piece) => piece.length >= MIN_ECHO)
    .slice(0, MAX_ECHOES)
    .toSorted((a, b) => b.length - a.length);
}

function listTexts(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(listTexts);
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listTexts) : [];
}
