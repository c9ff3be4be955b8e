import type {
  Attempt,
  AttemptEvidence,
  DetectedLoop,
  LoopPolicy,
  LoopType,
} from '../../model/task/attempt';
import type { AttemptHistory } from './attemptHistory';

/** One way to go round in circles: the loop that the evidential attempts of the task prove, or undefined. */
export type LoopPattern = (
  attempts: readonly Attempt[],
  history: AttemptHistory,
  policy: LoopPolicy,
) => DetectedLoop | undefined;

/** What a pattern says of the attempts that it found. */
export interface Finding {
  readonly taskId: string;
  readonly recommendation: DetectedLoop['recommendation'];
  readonly message: string;
  readonly blockers?: readonly string[];
  /** Absent: the task alone. */
  readonly tasks?: readonly string[];
}

/** The loop that the attempts, oldest first, make up; `suspect` where it is only shown. */
export function createLoop(
  loopType: LoopType,
  proof: readonly Attempt[],
  { taskId, recommendation, message, blockers = [], tasks = [taskId] }: Finding,
): DetectedLoop {
  return {
    isLooping: true,
    taskId,
    loopType,
    level: recommendation === 'continue' ? 'suspect' : 'stuck',
    attemptCount: proof.length,
    recommendation,
    blockers,
    tasks,
    evidence: proof.map(toEvidence),
    message,
  };
}

function toEvidence(attempt: Attempt): AttemptEvidence {
  const { number, taskId, at, status, blockers, completedWork, sessionId, agent } = attempt;
  return { number, taskId, at, status, blockers, completedWork, sessionId, agent };
}
