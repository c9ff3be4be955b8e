import type {
  Attempt,
  AttemptEvidence,
  DetectedLoop,
  LoopPolicy,
  LoopType,
} from '../../model/task/attempt';
import type { AttemptHistory } from './attemptHistory';

/** Detects one type of loop in a task's evidential attempts; undefined if there is none. */
export type LoopPattern = (
  attempts: readonly Attempt[],
  history: AttemptHistory,
  policy: LoopPolicy,
) => DetectedLoop | undefined;

/** Result of a pattern for the attempts that it found. */
export interface Finding {
  readonly taskId: string;
  readonly recommendation: DetectedLoop['recommendation'];
  readonly message: string;
  readonly blockers?: readonly string[];
  /** Default: the task itself. */
  readonly tasks?: readonly string[];
}

/**
 * Creates the loop that these attempts, oldest first, prove; `suspect` if its recommendation is
 * `continue`.
 */
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
