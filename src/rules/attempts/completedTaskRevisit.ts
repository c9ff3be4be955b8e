import type { Attempt } from '../../model/task/attempt';
import { inWindow, unbrokenRun } from './attemptHistory';
import { loopOf, type Pattern } from './pattern';
import { workKey } from './sameEvidence';

/**
 * Pattern 1 of docs/decisions/loop-recovery.md: a finished task is visited again and again, and either nothing changed
 * on disk or the same work is claimed.
 */
export const completedTaskRevisit: Pattern = (attempts, history, policy) => {
  const newest = attempts.at(-1);
  if (newest?.status !== 'done' && newest?.status !== 'done_partial') return undefined;
  const run = longer(unchanged(attempts, newest), sameWork(attempts, newest));
  if (run.length < policy.maxAttempts) return undefined;
  const last = run.slice(-policy.maxAttempts);
  if (!inWindow(last, history, { windowMs: policy.attemptWindow })) return undefined;
  return loopOf('completed_task_revisit', run, {
    taskId: history.taskId,
    recommendation: 'force_next',
    message: `${history.taskId} was visited ${run.length} times although it is ${newest.status}, and nothing new came of it.`,
  });
};

function unchanged(attempts: readonly Attempt[], newest: Attempt): readonly Attempt[] {
  return unbrokenRun(
    attempts,
    ({ status, changed }) => status === newest.status && changed === false,
  );
}

function sameWork(attempts: readonly Attempt[], newest: Attempt): readonly Attempt[] {
  const key = workKey(newest.completedWork);
  return unbrokenRun(
    attempts,
    ({ status, completedWork }) => status === newest.status && workKey(completedWork) === key,
  );
}

function longer(a: readonly Attempt[], b: readonly Attempt[]): readonly Attempt[] {
  return a.length > b.length ? a : b;
}
