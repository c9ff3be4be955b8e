import type { Attempt } from '../../model/task/attempt';
import { statusWord } from '../../model/task/statusNames';
import { isWithinWindow, findTrailingRun } from './attemptHistory';
import { createLoop, type LoopPattern } from './loopPattern';
import { toWorkKey } from './sameEvidence';

/**
 * Pattern 1 of docs/decisions/loop-recovery.md: a finished task is attempted repeatedly, and either
 * no file changes or the same work is claimed.
 */
export const completedTaskRevisit: LoopPattern = (attempts, history, policy) => {
  const newest = attempts.at(-1);
  if (newest?.status !== 'done' && newest?.status !== 'done_partial') return undefined;
  const run = longerOf(findUnchangedRun(attempts, newest), findSameWorkRun(attempts, newest));
  if (run.length < policy.maxAttempts) return undefined;
  const last = run.slice(-policy.maxAttempts);
  if (!isWithinWindow(last, history, { windowMs: policy.attemptWindow })) return undefined;
  return createLoop('completed_task_revisit', run, {
    taskId: history.taskId,
    recommendation: 'force_next',
    message: `${history.taskId} was attempted ${run.length} times although it is ${statusWord(newest.status)}, without a new result.`,
  });
};

function findUnchangedRun(attempts: readonly Attempt[], newest: Attempt): readonly Attempt[] {
  return findTrailingRun(
    attempts,
    ({ status, changed }) => status === newest.status && changed === false,
  );
}

function findSameWorkRun(attempts: readonly Attempt[], newest: Attempt): readonly Attempt[] {
  const key = toWorkKey(newest.completedWork);
  return findTrailingRun(
    attempts,
    ({ status, completedWork }) => status === newest.status && toWorkKey(completedWork) === key,
  );
}

function longerOf(a: readonly Attempt[], b: readonly Attempt[]): readonly Attempt[] {
  return a.length > b.length ? a : b;
}
