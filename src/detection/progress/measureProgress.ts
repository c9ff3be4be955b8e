import type { Measurement } from '../../domain/task';

/** What a measurement means against the best one so far, and the best from now on. */
export interface ProgressVerdict {
  readonly progress: boolean;
  readonly best: Measurement | undefined;
  /** For humans; '' when nothing was measured. */
  readonly reason: string;
}

/**
 * Rule 4: progress is a new best for the task — more tests pass than ever with no more failing than
 * at the best, or coverage is higher than ever with no more failing. The first measurement is the
 * baseline, not progress. Deleted and skipped tests are none, because only passing ones count.
 */
export function measureProgress(
  best: Measurement | undefined,
  current: Measurement | undefined,
): ProgressVerdict {
  if (current === undefined) return { progress: false, best, reason: '' };
  if (best === undefined) {
    return { progress: false, best: current, reason: `baseline: ${describe(current)}` };
  }
  const noMoreFailing = current.failed <= best.failed;
  const morePass = noMoreFailing && current.passed > best.passed;
  const moreCovered = noMoreFailing && coverageGrew(best, current);
  if (!morePass && !moreCovered) {
    return {
      progress: false,
      best: withCoverageBaseline(best, current),
      reason: describe(current),
    };
  }
  return {
    progress: true,
    best: merge(best, current),
    reason: `Test metrics show improvement: ${describe(current)}, before ${describe(best)}`,
  };
}

function coverageGrew(best: Measurement, current: Measurement): boolean {
  return (
    best.coverage !== undefined &&
    current.coverage !== undefined &&
    current.coverage > best.coverage
  );
}

function withCoverageBaseline(best: Measurement, current: Measurement): Measurement {
  return best.coverage === undefined && current.coverage !== undefined
    ? { ...best, coverage: current.coverage }
    : best;
}

function merge(best: Measurement, current: Measurement): Measurement {
  const coverage = Math.max(best.coverage ?? -1, current.coverage ?? -1);
  return {
    passed: Math.max(best.passed, current.passed),
    failed: current.failed,
    skipped: current.skipped,
    ...(coverage < 0 ? {} : { coverage }),
  };
}

/** "3 passed, 2 failed" with coverage where it was measured. */
function describe(measurement: Measurement): string {
  const coverage =
    measurement.coverage === undefined ? '' : `, ${measurement.coverage.toFixed(1)} % covered`;
  return `${measurement.passed} passed, ${measurement.failed} failed${coverage}`;
}
