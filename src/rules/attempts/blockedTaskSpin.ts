import type { Attempt, LoopPolicy, Recommendation } from '../../model/task/attempt';
import { isWithinWindow, findTrailingRun, type AttemptHistory } from './attemptHistory';
import { findBlockerOwner } from './blockerOwner';
import { plainLine } from './plainLine';
import { createLoop, type LoopPattern } from './loopPattern';
import { toBlockersKey, includesAllBlockers, includesAllWork } from './sameEvidence';

/** Maximum number of blockers named in a message. */
const SHOWN_BLOCKERS = 3;

/** The reason in docs/decisions/loop-recovery.md for asking a human after authority did not help. */
export const AUTHORITY_FAILED = 'No progress despite unblock authority.';

/**
 * Pattern 2 of docs/decisions/loop-recovery.md: the same blockers stop the task every time, without new work. After
 * authority was granted for them, one more such attempt proves that the loop persists.
 */
export const blockedTaskSpin: LoopPattern = (attempts, history, policy) => {
  const newest = attempts.at(-1);
  if (newest?.status !== 'blocked' || newest.blockers.length === 0) return undefined;
  const run = findSpinRun(attempts, newest);
  const grant = findGrantState(newest, history);
  const persists = grant === 'tried' && (run.length > 1 || attempts.length === 1);
  if (run.length < policy.maxAttempts && !persists) return undefined;
  const last = run.slice(-policy.maxAttempts);
  if (!persists && !isWithinWindow(last, history, { windowMs: policy.attemptWindow }))
    return undefined;
  return createLoop('blocked_task_spin', run, {
    taskId: history.taskId,
    blockers: newest.blockers,
    ...decideResponse(newest, { grant, policy, history, times: run.length }),
  });
};

/**
 * Returns the trailing attempts with the newest attempt's blockers; only the first may add work.
 */
function findSpinRun(attempts: readonly Attempt[], newest: Attempt): readonly Attempt[] {
  const key = toBlockersKey(newest.blockers);
  return findTrailingRun(
    attempts,
    (attempt, after) =>
      attempt.status === 'blocked' &&
      toBlockersKey(attempt.blockers) === key &&
      (after === undefined || addsNoWork(after, attempt)),
  );
}

function addsNoWork(attempt: Attempt, before: Attempt): boolean {
  return !attempt.progress && includesAllWork(attempt.completedWork, before.completedWork);
}

/**
 * State of the authority for these blockers: never granted, granted but unused, or used without
 * effect.
 */
type GrantState = 'none' | 'untried' | 'tried';

function findGrantState(newest: Attempt, { authority }: AttemptHistory): GrantState {
  if (authority === undefined || !includesAllBlockers(newest.blockers, authority.blockers))
    return 'none';
  return newest.number > authority.attempt ? 'tried' : 'untried';
}

interface Facts {
  readonly grant: GrantState;
  readonly policy: LoopPolicy;
  readonly history: AttemptHistory;
  readonly times: number;
}

function decideResponse(
  { blockers }: Attempt,
  { grant, policy, history, times }: Facts,
): { readonly recommendation: Recommendation; readonly message: string } {
  if (grant === 'tried') return { recommendation: 'escalate', message: AUTHORITY_FAILED };
  const prefix = `${history.taskId} was stopped ${times} times by`;
  const message = `${prefix} the same: ${listBlockers(blockers)}.`;
  if (grant === 'untried') return { recommendation: 'continue', message };
  for (const blocker of blockers) {
    const owner = findBlockerOwner(blocker);
    if (owner.owner === 'work') continue;
    const what = `something that only you can resolve (${owner.why})`;
    return { recommendation: 'escalate', message: `${prefix} ${what}: ${plainLine(blocker)}.` };
  }
  // The blockers disappeared and came back: authority is granted only once.
  if (includesAllBlockers(blockers, history.grantedBefore ?? []))
    return { recommendation: 'escalate', message: AUTHORITY_FAILED };
  return { recommendation: policy.enableAutoUnblock ? 'unblock_authority' : 'escalate', message };
}

function listBlockers(blockers: readonly string[]): string {
  const shown = blockers.slice(0, SHOWN_BLOCKERS).map(plainLine).join('; ');
  const more = blockers.length - SHOWN_BLOCKERS;
  return more > 0 ? `${shown}; and ${more} more` : shown;
}
