import { comparableLine } from './comparableLine';
import { remembering } from './remembering';

type Comparable = (line: string) => string;

/** Blockers are errors: all that varies from run to run is masked in them. */
const blockers: Comparable = remembering((line) => comparableLine(line, false));
/** Work is told in values ("timeout 200ms instead of 100ms"), which stay: other values are other work. */
const work: Comparable = remembering((line) => comparableLine(line, true));

/** Equal for blockers that say the same: order, repetition, case and what varies from run to run aside. */
export function blockersKey(lines: readonly string[]): string {
  return keyOf(lines, blockers);
}

/** Equal for the same completed work, compared like blockers but for values. */
export function workKey(lines: readonly string[]): string {
  return keyOf(lines, work);
}

/** True when every one of the blockers is among `others`. */
export function blockersWithin(lines: readonly string[], others: readonly string[]): boolean {
  return isWithin(lines, others, blockers);
}

/** True when every piece of work is among `others`: nothing new. */
export function workWithin(lines: readonly string[], others: readonly string[]): boolean {
  return isWithin(lines, others, work);
}

function keyOf(lines: readonly string[], comparable: Comparable): string {
  if (lines.length === 0) return '';
  const keys = lines.map(comparable).filter((line) => line !== '');
  return [...new Set(keys)].sort().join('\n');
}

function isWithin(
  lines: readonly string[],
  others: readonly string[],
  comparable: Comparable,
): boolean {
  if (lines.length === 0) return true;
  const known = new Set(['', ...others.map(comparable)]);
  return lines.every((line) => known.has(comparable(line)));
}
