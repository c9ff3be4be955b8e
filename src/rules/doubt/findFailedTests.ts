import type { Doubt } from '../../model/verification/doubt';
import type { Measurement } from '../../model/verification/measurement';

/** Result of a verification that ended with exit code 0. */
export interface PassWithTests {
  readonly measurement: Measurement | undefined;
  /** Ids of its failing tests, as far as the runner names them. */
  readonly failingTests: readonly string[];
}

/**
 * The doubt that tests failed in a verification which ended as if none had: something hides their result. `tolerated`:
 * failing tests with which the verification passed before the task. Undefined if no more than these failed.
 */
export function findFailedTests(
  { measurement, failingTests }: PassWithTests,
  tolerated: number,
): Extract<Doubt, { readonly kind: 'failedTests' }> | undefined {
  const failed = measurement?.failed ?? 0;
  return failed > tolerated ? { kind: 'failedTests', failed, tests: failingTests } : undefined;
}
