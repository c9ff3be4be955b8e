import type { AttemptEvidence, DetectedLoop } from '../../model/task/attempt';
import {
  MAX_PROVING_ATTEMPTS,
  type ProvingAttempt,
  type TaskLoop,
} from '../../model/task/provingAttempt';
import type { StoreReader } from '../../ports/store';
import { readWorkLines } from '../../rules/attempts/workLines';

/** A detected loop with its proving attempts; their turns are those of the stored attempts. */
export function toTaskLoop(store: Pick<StoreReader, 'listAttempts'>, loop: DetectedLoop): TaskLoop {
  const { loopType, level, attemptCount, recommendation, message, tasks, evidence } = loop;
  const listed = evidence.slice(-MAX_PROVING_ATTEMPTS);
  const turns = turnsOf(store, listed);
  return {
    ...{ loopType, level, attemptCount, recommendation, message, tasks },
    evidence: evidence.map(({ number }) => number),
    attempts: listed.map((attempt) => toProvingAttempt(attempt, turns.get(attempt.number))),
  };
}

/** Turns of the attempts by number; without those that retention removed. */
function turnsOf(
  store: Pick<StoreReader, 'listAttempts'>,
  evidence: readonly AttemptEvidence[],
): ReadonlyMap<number, ProvingAttempt['turns']> {
  const first = Math.min(...evidence.map(({ number }) => number));
  const taskIds = [...new Set(evidence.map(({ taskId }) => taskId))];
  const attempts = taskIds.flatMap((taskId) => store.listAttempts({ taskId, after: first - 1 }));
  return new Map(attempts.map(({ number, turns }) => [number, turns]));
}

function toProvingAttempt(
  { number, taskId, at, status, agent, blockers, completedWork }: AttemptEvidence,
  turns: ProvingAttempt['turns'],
): ProvingAttempt {
  return {
    ...{ number, taskId, at, status, agent, blockers },
    ...(turns && { turns }),
    ...readWorkLines(completedWork),
  };
}
