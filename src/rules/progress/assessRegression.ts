import type { Measurement } from '../../model/verification/measurement';
import { NO_VERDICT, type Verdict } from '../../model/turn/verdict';
import { hasTests } from './measureProgress';

/** A turn with its measurement. */
export interface MeasuredTurn {
  /** 0 for a measurement of files as they were without a turn: the baseline, or files that a pivot brought back. */
  readonly number: number;
  readonly measurement: Measurement;
}

/** Number of consecutive regressions that end a strategy, and from which the report suggests a rewind. */
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
 * the measured one before it, regardless of its errors; `stuck` if the last two turns of the strategy each leave more
 * tests failing than the one before. `strategyTurns`: as in `TurnEvidence`.
 */
export function assessRegression(
  turns: readonly MeasuredTurn[],
  strategyTurns: readonly number[],
): Verdict {
  const run = findWorsening(turns);
  if (run.length === 0 || run.at(-1) !== turns.at(-1)) return NO_VERDICT;
  return {
    level: failedMoreInARow(run, strategyTurns) ? 'stuck' : 'suspect',
    detector: 'regression',
    evidence: run.map((turn) => turn.number).filter((number) => number > 0),
    message: `moving away from goal: ${describeRun(run)}`,
  };
}

/** Whether the strategy's newest turns, as many as are needed, each leave more tests failing. */
function failedMoreInARow(run: readonly MeasuredTurn[], strategyTurns: readonly number[]): boolean {
  const newest = run.slice(-REGRESSIONS_IN_A_ROW);
  const last = strategyTurns.slice(-REGRESSIONS_IN_A_ROW);
  return (
    run.length > REGRESSIONS_IN_A_ROW &&
    newest.every(({ number }, index) => number === last[index]) &&
    newest.every(({ measurement }, index) => {
      const before = run.at(index - REGRESSIONS_IN_A_ROW - 1);
      return before !== undefined && measurement.failed > before.measurement.failed;
    })
  );
}

/** Formats a run as "2 → 3 → 5 failing", or by passing tests if the failing ones are constant. */
export function describeRun(run: readonly MeasuredTurn[]): string {
  const failing = run.map(({ measurement }) => measurement.failed);
  return new Set(failing).size > 1
    ? `${failing.join(' → ')} failing`
    : `${run.map(({ measurement }) => measurement.passed).join(' → ')} passing`;
}
