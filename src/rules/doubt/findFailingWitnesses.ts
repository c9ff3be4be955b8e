import type { TestRun } from '../../model/verification/testRun';
import { foldTestId } from '../failure/signature/testIds';

export interface OriginalRun {
  /** Whether the verification passed with the original test files. */
  readonly passed: boolean;
  /** Its tests; undefined if none are known. */
  readonly tests: Pick<TestRun, 'failingTests' | 'errors' | 'cases'> | undefined;
}

/**
 * Tests that failed at the baseline and still fail in their original wording: their ids, or [] where
 * the runner names none; undefined if all of them pass. Other failing tests do not count: their
 * expectations may change with the goal. A witness that could not run has not passed.
 */
export function findFailingWitnesses(
  witnesses: readonly string[],
  { passed, tests }: OriginalRun,
): readonly string[] | undefined {
  if (passed) return undefined;
  if (witnesses.length === 0 || tests === undefined) return [];
  const failing = new Set(tests.failingTests.map(foldTestId));
  const found = witnesses.filter((id) => failing.has(foldTestId(id)));
  if (found.length > 0) return found;
  if (tests.errors === 0 && tests.failingTests.length > 0) return undefined;
  const passing = tests.cases?.filter(({ outcome }) => outcome === 'passed');
  if (passing === undefined) return [];
  const ran = new Set(passing.map(({ id }) => foldTestId(id)));
  const hidden = witnesses.filter((id) => !ran.has(foldTestId(id)));
  return hidden.length === 0 ? undefined : hidden;
}
