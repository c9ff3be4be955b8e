import type { Measurement } from '../../model/verification/measurement';
import type { TestRun } from '../../model/verification/testRun';

/**
 * Builds the measurement of one verification; undefined if it measured nothing. A run without any executed test (files
 * that do not load, a failed collection) does not count: as a baseline it would make every later run look worse.
 */
export function toMeasurement(
  tests: TestRun | undefined,
  coverage: number | undefined,
): Measurement | undefined {
  const ran = tests !== undefined && tests.passed + tests.failed > 0;
  if (!ran && coverage === undefined) return undefined;
  const counts = ran
    ? {
        passed: tests.passed,
        failed: tests.failed + tests.errors,
        skipped: tests.skipped,
        ...(tests.errors > 0 && { errors: tests.errors }),
        ...(tests.partial === true && { partial: true as const }),
      }
    : { passed: 0, failed: 0, skipped: 0 };
  return { ...counts, ...(coverage === undefined ? {} : { coverage }) };
}
