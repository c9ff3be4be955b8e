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
  const isInOrder = differ.every((at) => isEquivalentLine(lines[at] ?? '', others[at] ?? ''));
  return (
    isInOrder || (differ.length <= MOST_REORDERED && areEquivalentInAnyOrder(differ, lines, others))
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

/** Parallel processes print their lines in a different order each time. */
function areEquivalentInAnyOrder(
  differ: readonly number[],
  lines: readonly string[],
  others: readonly string[],
): boolean {
  const masked = (from: readonly string[]): readonly string[] =>
    differ.map((at) => maskVolatile(from[at] ?? '')).toSorted();
  const [a, b] = [masked(lines), masked(others)];
  return a.every((line, at) => line === b[at]);
}
