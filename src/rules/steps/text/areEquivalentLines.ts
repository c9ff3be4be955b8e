import { maskVolatile } from './maskVolatile';

/** Maximum number of lines that may differ in volatile text. */
const MOST_DIFFERING = 400;

/** Maximum number of differing lines that are compared in any order. */
const MOST_REORDERED = 60;

/** Characters at the cut end of a line that are ignored, since volatile text may shift the cut. */
const CUT_TOLERANCE = 80;

/**
 * Whether two lists of lines differ only in volatile text; up to 60 differing lines may be
 * reordered.
 */
export function areEquivalentLines(lines: readonly string[], others: readonly string[]): boolean {
  if (lines.length !== others.length) return false;
  const differ: number[] = [];
  lines.forEach((line, at) => {
    if (line !== others[at]) differ.push(at);
  });
  if (differ.length > MOST_DIFFERING) return false;
  const mismatch = differ.find((at) => !isEquivalentLine(lines[at] ?? '', others[at] ?? ''));
  if (mismatch === undefined) return true;
  if (differ.length > MOST_REORDERED) return false;
  const pick = (from: readonly string[]): readonly string[] => differ.map((at) => from[at] ?? '');
  return (
    hasCounterpart(lines[mismatch] ?? '', pick(others)) &&
    areEquivalentInAnyOrder(pick(lines), pick(others))
  );
}

/** Whether two lines differ only in volatile text. */
export function isEquivalentLine(a: string, b: string): boolean {
  return a === b || maskVolatile(a) === maskVolatile(b);
}

/**
 * As `areEquivalentLines`, for the beginnings of two longer texts; ignores an additional line or
 * more text in the last line.
 */
export function areEquivalentHeads(lines: readonly string[], others: readonly string[]): boolean {
  const last = Math.min(lines.length, others.length) - 1;
  if (!areEquivalentLines(lines.slice(0, last), others.slice(0, last))) return false;
  const [a, b] = [maskVolatile(lines[last] ?? ''), maskVolatile(others[last] ?? '')];
  const known = Math.max(0, Math.min(a.length, b.length) - CUT_TOLERANCE);
  return a.slice(0, known) === b.slice(0, known);
}

/** As `areEquivalentHeads`, for the ends of two longer texts. */
export function areEquivalentTails(lines: readonly string[], others: readonly string[]): boolean {
  const last = Math.min(lines.length, others.length) - 1;
  if (!areEquivalentLines(takeLast(lines, last), takeLast(others, last))) return false;
  const [a, b] = [
    maskVolatile(lines.at(-1 - last) ?? ''),
    maskVolatile(others.at(-1 - last) ?? ''),
  ];
  const known = Math.max(0, Math.min(a.length, b.length) - CUT_TOLERANCE);
  return takeLast(a, known) === takeLast(b, known);
}

function takeLast<T extends string | readonly string[]>(all: T, count: number): T {
  return all.slice(all.length - count) as T;
}

/** Words and numbers of a masked line, without the tags that stand for volatile text. */
const KEPT_WORDS = /(?<![<\w])\w{2,}(?![\w>])/g;

/**
 * Whether one of the lines is equivalent. Masks only lines that contain every word of the masked
 * line: most texts that differ have a line without a counterpart, and masking all their lines takes
 * long.
 */
function hasCounterpart(line: string, others: readonly string[]): boolean {
  const masked = maskVolatile(line);
  const words = (masked.match(KEPT_WORDS) ?? []).filter((word) => line.includes(word));
  return others.some(
    (other) => words.every((word) => other.includes(word)) && maskVolatile(other) === masked,
  );
}

/** Parallel processes print their lines in a different order each time. */
function areEquivalentInAnyOrder(lines: readonly string[], others: readonly string[]): boolean {
  const a = lines.map(maskVolatile).toSorted();
  const b = others.map(maskVolatile).toSorted();
  return a.every((line, at) => line === b[at]);
}
