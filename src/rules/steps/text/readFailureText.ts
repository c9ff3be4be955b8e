import type { TextEnds } from './toExcerpt';
import { parseJson } from './parseArgs';

/** Characters of both ends of a result that are read. */
const MAX_READ = 1_000;
/** Shortest piece of a call that is taken out of what it gave. */
const MIN_ECHO = 4;
/** Lines and pieces of a call that are looked for. */
const MAX_ECHOES = 400;

/** Lines with which agents repeat the call itself, and where and how it ran. */
const ENVELOPE =
  /^(?:command|directory|current working directory|cwd|python interpreter|description|background pids|process group pgid|signal|wall time|chunk id)\b\s?:/i;
/** What an editor prints before a line of a file. */
const LINE_NUMBER = /^\s*\d{1,7}\s?[:|\t→]\s?/;
/**
 * The number of a line in a file, by what stands before it; not the time of day. That a digit comes is asked first: it
 * is what most characters are not.
 */
const PLACE = /(?=\d)(?<=\blines?\s|[A-Za-z)\]…][:(]|[A-Za-z)\]…]:\d{1,7}:)\d{1,7}/gi;

/**
 * What a failed call said, at both ends where it is long, without what it repeats of the call and without the numbers
 * of lines: equal for the same error under different arguments, and when it moved because lines were added. The numbers
 * of a refused edit tell no progress at all.
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

/** What a call was told, the longest first, its numbers and short words left out. */
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
