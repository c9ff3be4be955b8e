import type { Attempt } from '../../model/task/attempt';
import { inWindow, unbrokenRun } from './attemptHistory';
import { loopOf, type Pattern } from './pattern';
import { workKey } from './sameEvidence';

/** Statuses of which the other patterns speak. */
const OTHERS: ReadonlySet<Attempt['status']> = new Set(['done', 'done_partial', 'blocked']);

/**
 * Pattern 3 of docs/decisions/loop-recovery.md: the same work, or none, with the same status and no progress. Shown from
 * `maxAttempts` in the window on; proof once the run has `maxAttemptsBeforeForceNext`, however long
 * it took.
 */
export const noProgressRepeat: Pattern = (attempts, history, policy) => {
  const newest = attempts.at(-1);
  if (newest === undefined || OTHERS.has(newest.status)) return undefined;
  const key = workKey(newest.completedWork);
  const run = unbrokenRun(
    attempts,
    ({ status, progress, completedWork }) =>
      status === newest.status && !progress && workKey(completedWork) === key,
  );
  const { maxAttempts, maxAttemptsBeforeForceNext, attemptWindow } = policy;
  if (run.length < maxAttempts) return undefined;
  const isProof = run.length >= maxAttemptsBeforeForceNext;
  if (!isProof && !inWindow(run.slice(-maxAttempts), history, { windowMs: attemptWindow }))
    return undefined;
  return loopOf('no_progress_repeat', run, {
    taskId: history.taskId,
    recommendation: isProof ? 'force_next' : 'continue',
    message: `${history.taskId} was visited ${run.length} times with the same result and no progress.`,
  });
};
