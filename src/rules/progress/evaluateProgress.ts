import type { JudgedTurn } from '../../model/judge/judgedTurn';
import type { Measurement } from '../../model/verification/measurement';
import { describeJudgedProgress } from '../judge/judgedLoop';
import { measureProgress, type ProgressVerdict } from './measureProgress';

/**
 * What can measure a turn: `tests` (or coverage); `nothing ran`: there are tests, but none could run; `no tests`: the
 * verification neither prints nor writes counts of tests.
 */
export type Measurability = 'tests' | 'nothing ran' | 'no tests';

export interface ProgressEvidence {
  readonly best: Measurement | undefined;
  readonly measurement: Measurement | undefined;
  readonly measurability: Measurability;
  /** Completion markers of this turn, one sentence each. */
  readonly markers: readonly string[];
  /** The task has no earlier counted turn: this one is the baseline. */
  readonly firstTurn: boolean;
  /** The task had this failure, workspace state or reply before. */
  readonly failureKnown: boolean;
  readonly stateKnown: boolean;
  readonly replyKnown: boolean;
  /** The judge's verdict; absent if it was not asked. */
  readonly judged?: JudgedTurn;
}

/**
 * Reasons for a task without measurement (docs/decisions/loop-detection-algorithm.md, §2: "No Tests = Problem
 * Detection").
 */
export const NO_TESTS = 'no tests: progress cannot be measured';
export const NOTHING_RAN = 'no test could run: progress cannot be measured';

/**
 * Applies rule 4: a new best measurement is progress. If nothing was ever measured, completion markers are, then the
 * judge's verdict, but neither with a failure, workspace state or reply that the task had before. The first turn is the
 * baseline, as with measurements.
 */
export function evaluateProgress(evidence: ProgressEvidence): ProgressVerdict {
  const { best, measurement } = evidence;
  if (measurement !== undefined || best !== undefined) {
    const measured = measureProgress(best, measurement);
    return measured.reason === ''
      ? { ...measured, reason: describeUnmeasured(evidence) }
      : measured;
  }
  const reason = findUnmeasuredProgress(evidence);
  return {
    progress: reason !== undefined,
    best,
    isBest: false,
    reason: reason ?? describeUnmeasured(evidence),
  };
}

/** Reason for progress without measurement; undefined if there is none. */
function findUnmeasuredProgress(evidence: ProgressEvidence): string | undefined {
  const { markers, firstTurn, failureKnown, stateKnown, replyKnown, judged } = evidence;
  if (firstTurn || failureKnown || stateKnown || replyKnown) return undefined;
  if (markers.length > 0)
    return `Task completion indicators present: ${markers.join('; ')} (${describeUnmeasured(evidence)})`;
  const seen = describeJudgedProgress(judged);
  return seen === undefined ? undefined : `${seen} (${describeDecider(evidence)})`;
}

/** Who decided, and why tests did not; it stands alone where the judge's words are shown elsewhere. */
function describeDecider({ measurability }: ProgressEvidence): string {
  return `the judge decided, as ${measurability === 'nothing ran' ? 'no test could run' : 'no tests measure progress'}`;
}

function describeUnmeasured({ measurability, best }: ProgressEvidence): string {
  if (measurability === 'nothing ran') return NOTHING_RAN;
  return best === undefined ? NO_TESTS : 'this time nothing was measured';
}
