import type { Attempt } from '../../model/task/attempt';
import { isWithinWindow, findTrailingRun } from './attemptHistory';
import { createLoop, type LoopPattern } from './loopPattern';
import { toWorkKey } from './sameEvidence';

/** Statuses that other patterns handle. */
const OTHERS: ReadonlySet<Attempt['status']> = new Set(['done', 'done_partial', 'blocked']);

/**
 * Pattern 3 of docs/decisions/loop-recovery.md: the same work, or none, with the same status and no
 * progress. `suspect` from `maxAttempts` within the window, `stuck` from
 * `maxAttemptsBeforeForceNext` regardless of time.
 */
export const noProgressRepeat: LoopPattern = (attempts, history, policy) => {
  const newest = attempts.at(-1);
  if (newest === undefined || OTHERS.has(newest.status)) return undefined;
  const key = toWorkKey(newest.completedWork);
  const run = findTrailingRun(
    attempts,
    ({ status, progress, completedWork }) =>
      status === newest.status && !progress && toWorkKey(completedWork) === key,
  );
  const { maxAttempts, maxAttemptsBeforeForceNext, attemptWindow } = policy;
  if (run.length < maxAttempts) return undefined;
  const isProof = run.length >= maxAttemptsBeforeForceNext;
  if (!isProof && !isWithinWindow(run.slice(-maxAttempts), history, { windowMs: attemptWindow }))
    return undefined;
  return createLoop('no_progress_repeat', run, {
    taskId: history.taskId,
    recommendation: isProof ? 'force_next' : 'continue',
    message: `${history.taskId} was attempted ${run.length} times with the same result and no progress.`,
  });
};
