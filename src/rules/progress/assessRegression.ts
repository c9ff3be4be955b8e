import type { Measurement } from '../../model/verification/measurement';
import { NO_VERDICT, type Verdict } from '../../model/turn/verdict';
import { hasTests } from './measureProgress';

/** A turn with what it measured. */
export interface MeasuredTurn {
  readonly number: number;
  readonly measurement: Measurement;
}

/** Turns in a row that make things worse before the report suggests going back. */
export const REGRESSIONS_IN_A_ROW = 2;

/** Whether the tests are worse than before: more of them fail, or fewer pass and as many fail. */
export function isWorse(before: Measurement, now: Measurement): boolean {
  if (!hasTests(before) || !hasTests(now)) return false;
  if ((now.errors ?? 0) < (before.errors ?? 0) && now.passed >= before.passed) return false;
  if (now.failed !== before.failed) return now.failed > before.failed;
  return now.passed < before.passed;
}

/**
 * The last run of turns of which each is worse than the one before, oldest first, the turn before
 * the first included; empty when none does. `turns`: oldest first.
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
 * Progressive degradation (docs/decisions/loop-detection-algorithm.md, §5): `suspect` if the last
 * turn is worse than the measured one before it, whatever its errors. It is never more: entropy
 * counts such turns.
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

/** "2 → 3 → 5 failing", or passing where the failing ones stayed the same. */
export function describeRun(run: readonly MeasuredTurn[]): string {
  const failing = run.map(({ measurement }) => measurement.failed);
  return new Set(failing).size > 1
    ? `${failing.join(' → ')} failing`
    : `${run.map(({ measurement }) => measurement.passed).join(' → ')} passing`;
}
