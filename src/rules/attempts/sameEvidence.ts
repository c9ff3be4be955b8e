import { toComparableLine } from './toComparableLine';
import { memoizeByText } from './memoizeByText';

type Comparable = (line: string) => string;

/** Blockers are errors: all that varies from run to run is masked in them. */
const toComparableBlocker: Comparable = memoizeByText((line) => toComparableLine(line, false));
/** Work is told in values ("timeout 200ms instead of 100ms"), which stay: other values are other work. */
const toComparableWork: Comparable = memoizeByText((line) => toComparableLine(line, true));

/** Equal for blockers that say the same: order, repetition, case and what varies from run to run aside. */
export function toBlockersKey(lines: readonly string[]): string {
  return toKey(lines, toComparableBlocker);
}

/** Equal for the same completed work, compared like blockers but for values. */
export function toWorkKey(lines: readonly string[]): string {
  return toKey(lines, toComparableWork);
}

/** True when every one of the blockers is among `others`. */
export function includesAllBlockers(lines: readonly string[], others: readonly string[]): boolean {
  return includesAll(lines, others, toComparableBlocker);
}

/** True when every piece of work is among `others`: nothing new. */
export function includesAllWork(lines: readonly string[], others: readonly string[]): boolean {
  return includesAll(lines, others, toComparableWork);
}

function toKey(lines: readonly string[], comparable: Comparable): string {
  if (lines.length === 0) return '';
  const keys = lines.map(comparable).filter((line) => line !== '');
  return [...new Set(keys)].sort().join('\n');
}

function includesAll(
  lines: readonly string[],
  others: readonly string[],
  comparable: Comparable,
): boolean {
  if (lines.length === 0) return true;
  const known = new Set(['', ...others.map(comparable)]);
  return lines.every((line) => known.has(comparable(line)));
}
