import type { Measurement } from '../../model/verification/measurement';
import { NO_VERDICT, type Verdict } from '../../model/turn/verdict';
import { hasTests } from './measureProgress';

/** A turn with its measurement. */
export interface MeasuredTurn {
  readonly number: number;
  readonly measurement: Measurement;
}

/** Number of consecutive regressions from which the report suggests a rewind. */
export const REGRESSIONS_IN_A_ROW = 2;

/** Whether the tests are worse than before: more fail, or as many fail and fewer pass. */
export function isWorse(before: Measurement, now: Measurement): boolean {
  if (!hasTests(before) || !hasTests(now)) return false;
  if ((now.errors ?? 0) < (before.errors ?? 0) && now.passed >= before.passed) return false;
  if (now.failed !== before.failed) return now.failed > before.failed;
  return now.passed < before.passed;
}

/**
 * Finds the last run of turns that are each worse than the one before, oldest first, including the turn before the
 * first; empty if there is none. `turns`: oldest first.
 */
export function findWorsening(turns: readonly MeasuredTurn[]): readonly MeasuredTurn[] {
  let runStart = 0;
  let last: readonly MeasuredTurn[] = [];
  for (const [index, turn] of turns.entries()) {
    const before = turns[index - 1];
    if (before === undefined || !isWorse(before.measurement, turn.measurement)) runStart = index;
    else last = turns.slice(runStart, index + 1);
  }
  return last;
}

/**
 * Progressive degradation (docs/decisions/loop-detection-algorithm.md, §5): `suspect` if the last turn is worse than
 * the measured one before it, regardless of its errors. Never `stuck`: entropy counts such turns.
 */
export function assessRegression(turns: readonly MeasuredTurn[]): Verdict {
  const run = findWorsening(turns);
  if (run.length === 0 || run.at(-1) !== turns.at(-1)) return NO_VERDICT;
  return {
    level: 'suspect',
    detector: 'regression',
    evidence: run.map((turn) => turn.number),
    message: `moving away from goal: ${describeRun(run)}`,
  };
}

/** Formats a run as "2 → 3 → 5 failing", or by passing tests if the failing ones are constant. */
export function describeRun(run: readonly MeasuredTurn[]): string {
  const failing = run.map(({ measurement }) => measurement.failed);
  return new Set(failing).size > 1
    ? `${failing.join(' → ')} failing`
    : `${run.map(({ measurement }) => measurement.passed).join(' → ')} passing`;
}
