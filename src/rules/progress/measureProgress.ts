import { describeMeasurement } from '../../model/report/describeFailure';
import type { Measurement } from '../../model/verification/measurement';

/** Comparison of a measurement with the best one so far, and the new best. */
export interface ProgressVerdict {
  readonly progress: boolean;
  readonly best: Measurement | undefined;
  /** This turn's measurement is the new best: progress, or the first one. */
  readonly isBest: boolean;
  /** For humans; '' if nothing was measured. */
  readonly reason: string;
}

/**
 * Applies rule 4: progress is a new best for the task, that is more passing tests than ever or higher coverage than
 * ever, with no more failing tests than at the best. The first measurement is the baseline, not progress; tests and
 * coverage have one each. Deleting or skipping tests is no progress, since only passing ones count, and coverage counts
 * only while as many pass.
 */
export function measureProgress(
  best: Measurement | undefined,
  current: Measurement | undefined,
): ProgressVerdict {
  if (current === undefined) return { progress: false, best, isBest: false, reason: '' };
  if (best === undefined) {
    const reason = `baseline: ${describeMeasurement(current)}`;
    return { progress: false, best: current, isBest: true, reason };
  }
  const comparable = hasTests(best) === hasTests(current);
  const noMoreFailing = !hasTests(best) || (comparable && failsNoMore(best, current));
  const morePass = comparable && noMoreFailing && passesMore(best, current);
  const asManyPass = !hasTests(best) || current.passed >= best.passed;
  const moreCovered = noMoreFailing && asManyPass && coverageGrew(best, current);
  if (!morePass && !moreCovered) {
    return {
      progress: false,
      best: withBaselines(best, current),
      isBest: !hasTests(best) && hasTests(current),
      reason: describeMeasurement(current),
    };
  }
  return {
    progress: true,
    best: merge(best, current),
    isBest: true,
    reason: `Test metrics show improvement: ${describeMeasurement(current)}, before ${describeMeasurement(best)}`,
  };
}

/** Minimum increase of coverage, in percentage points; less is noise. */
const COVERAGE_STEP = 0.1;

/** Whether the measurement has counts of tests; else it is coverage only. */
export function hasTests({ passed, failed, skipped }: Measurement): boolean {
  return passed + failed + skipped > 0;
}

/**
 * Whether no more tests fail than at the best. Tests that cannot run are hidden, and some fail once they run: with
 * fewer errors than at the best, more failures are not worse.
 */
export function failsNoMore(best: Measurement, current: Measurement): boolean {
  return current.failed <= best.failed || (current.errors ?? 0) < (best.errors ?? 0);
}

/**
 * Whether more tests pass. If passing tests are not listed, fewer failures in as many passing packages count as well.
 */
function passesMore(best: Measurement, current: Measurement): boolean {
  if (current.passed > best.passed) return true;
  const bothPartial = best.partial === true && current.partial === true;
  return bothPartial && current.passed === best.passed && current.failed < best.failed;
}

function coverageGrew(best: Measurement, current: Measurement): boolean {
  return (
    best.coverage !== undefined &&
    current.coverage !== undefined &&
    current.coverage >= best.coverage + COVERAGE_STEP
  );
}

/** Adds first measurements, which are the baseline of their kind. */
function withBaselines(best: Measurement, current: Measurement): Measurement {
  const { coverage = current.coverage } = best;
  const counts = hasTests(best) ? best : current;
  return { ...counts, ...(coverage === undefined ? {} : { coverage }) };
}

function merge(best: Measurement, current: Measurement): Measurement {
  const coverage = Math.max(best.coverage ?? -1, current.coverage ?? -1);
  const counts = hasTests(current) ? current : best;
  return {
    passed: Math.max(best.passed, current.passed),
    failed: counts.failed,
    skipped: counts.skipped,
    ...(counts.errors !== undefined && { errors: counts.errors }),
    ...(counts.partial === true && { partial: true as const }),
    ...(coverage < 0 ? {} : { coverage }),
  };
}
