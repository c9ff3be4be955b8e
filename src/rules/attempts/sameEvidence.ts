import { memoizeByText } from './memoizeByText';
import { normalise } from '../failure/signature/normalise';
import { oneLine } from '../../text/oneLine';

type Comparable = (line: string) => string;

/** Blockers are errors: every volatile part is masked. */
const toComparableBlocker: Comparable = memoizeByText((line) => toComparableLine(line, false));
/**
 * Work is described by values ("timeout 200ms instead of 100ms"), which are kept: other values are
 * other work.
 */
const toComparableWork: Comparable = memoizeByText((line) => toComparableLine(line, true));

/** Key of a set of blockers; ignores order, repetition, case and volatile parts. */
export function toBlockersKey(lines: readonly string[]): string {
  return toKey(lines, toComparableBlocker);
}

/** Key of a set of completed work; like `toBlockersKey`, but values count. */
export function toWorkKey(lines: readonly string[]): string {
  return toKey(lines, toComparableWork);
}

/** True if `others` contain every blocker. */
export function includesAllBlockers(lines: readonly string[], others: readonly string[]): boolean {
  return includesAll(lines, others, toComparableBlocker);
}

/** True if `others` contain all of the work. */
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

/** Matches lines that masking would not change; avoids the cost of masking. */
const NOTHING_VARIES =
  /^(?!.*(?:tmp|temp|home|users|root|folders|shm))(?!.*[_-]{3})[\p{L} ,:;()/_-]*[\p{L}:;)][ ][\p{L} .,:;()/_-]*$/iu;

/**
 * Normalises a line for comparison: masks volatile parts, lower-cases, drops closing punctuation.
 */
export function toComparableLine(line: string, isStatement: boolean): string {
  const text = oneLine(line);
  const masked = NOTHING_VARIES.test(text) ? text : normalise(text, '', isStatement);
  return masked.toLowerCase().replace(/[\s.!…]+$/, '');
}
