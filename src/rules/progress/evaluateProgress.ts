import type { JudgedTurn } from '../../model/judge/judgedTurn';
import type { Measurement } from '../../model/verification/measurement';
import { describeJudgedProgress } from '../judge/judgedLoop';
import { measureProgress, type ProgressVerdict } from './measureProgress';

/**
 * What a turn could be measured by: `tests` or coverage; `nothing ran`: there are tests but none of
 * them could run; `no tests`: nothing in what the verification printed or wrote counts tests.
 */
export type Measurability = 'tests' | 'nothing ran' | 'no tests';

export interface ProgressEvidence {
  readonly best: Measurement | undefined;
  readonly measurement: Measurement | undefined;
  readonly measurability: Measurability;
  /** Completion markers of this turn, one sentence each. */
  readonly markers: readonly string[];
  /** No turn of the task was counted before: this one is the baseline. */
  readonly firstTurn: boolean;
  /** The task has had this failure, this workspace state, this reply before. */
  readonly failureKnown: boolean;
  readonly stateKnown: boolean;
  readonly replyKnown: boolean;
  /** What the judge model said of the turn; absent where it was not asked. */
  readonly judged?: JudgedTurn;
}

/** What is said of a task on which nothing can be measured (docs/decisions/loop-detection-algorithm.md, §2: "No Tests = Problem Detection"). */
export const NO_TESTS = 'no tests: progress cannot be measured';
export const NOTHING_RAN = 'no test could run: progress cannot be measured';

/**
 * Rule 4: a new best measurement; where nothing was ever measured, completion markers, then the judge
 * model's word, but neither with a failure, a workspace state or a reply that the task has had
 * before. As with measurements, the first turn is the baseline.
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

/** Why it is progress all the same; undefined when it is none. */
function findUnmeasuredProgress(evidence: ProgressEvidence): string | undefined {
  const { markers, firstTurn, failureKnown, stateKnown, replyKnown, judged } = evidence;
  if (firstTurn || failureKnown || stateKnown || replyKnown) return undefined;
  const why = describeUnmeasured(evidence);
  if (markers.length > 0)
    return `Task completion indicators present: ${markers.join('; ')} (${why})`;
  const seen = describeJudgedProgress(judged);
  return seen === undefined ? undefined : `${seen} (${why})`;
}

function describeUnmeasured({ measurability, best }: ProgressEvidence): string {
  if (measurability === 'nothing ran') return NOTHING_RAN;
  return best === undefined ? NO_TESTS : 'this time nothing was measured';
}
