import type { Attempt } from '../../model/task/attempt';
import { filterEvidential, isWithinWindow, type AttemptHistory } from './attemptHistory';
import { createLoop, type LoopPattern } from './loopPattern';
import { toBlockersKey, toWorkKey } from './sameEvidence';

/** Number of newest attempts in which cycles are searched. */
const MAX_ATTEMPTS = 1_000;
const LEAST_PERIOD = 2;

/**
 * Pattern 4 of docs/decisions/loop-recovery.md: tasks alternate (A, B, A, B …, any period) with
 * equal results and no progress, and at least two of them change the workspace in each period. Only
 * `suspect` while a pivot is due.
 */
export const crossTaskCycle: LoopPattern = (_, history, { maxAttempts, attemptWindow }) => {
  const attempts = attemptsSinceProgress(filterEvidential(history.recent.slice(-MAX_ATTEMPTS)));
  const period = findShortestPeriod(attempts, maxAttempts, history.taskId);
  if (period === undefined) return undefined;
  const window = { windowMs: attemptWindow, period };
  if (!isWithinWindow(attempts.slice(-period * maxAttempts), history, window)) return undefined;
  const proof = extendCycle(attempts, period);
  if (!areTasksInterfering(attempts.slice(-period))) return undefined;
  const tasks = [...new Set(attempts.slice(-period).map(({ taskId }) => taskId))];
  return createLoop('cross_task_cycle', proof, {
    taskId: history.taskId,
    recommendation: history.pivotDue ? 'continue' : 'escalate',
    tasks,
    message: `${tasks.join(', ')} alternate: ${proof.length} attempts so far, each with the same result and without progress.`,
  });
};

/**
 * True if at least two tasks of one period changed the workspace. Otherwise the tasks are
 * independent and are checked one by one.
 */
function areTasksInterfering(round: readonly Attempt[]): boolean {
  const changing = round.filter(({ changed }) => changed !== false);
  return new Set(changing.map(({ taskId }) => taskId)).size >= 2;
}

function attemptsSinceProgress(attempts: readonly Attempt[]): readonly Attempt[] {
  return attempts.slice(attempts.findLastIndex(({ progress }) => progress) + 1);
}

/**
 * Returns the shortest period that the newest attempts repeat `times` times and that continues with
 * task `next`.
 */
function findShortestPeriod(
  attempts: readonly Attempt[],
  times: number,
  next: AttemptHistory['taskId'],
): number | undefined {
  const different = new Set(attempts.slice(-LEAST_PERIOD + 1).map(({ taskId }) => taskId));
  for (let period = LEAST_PERIOD; period * times <= attempts.length; period += 1) {
    const first = attempts.at(-period);
    if (first === undefined) return undefined;
    different.add(first.taskId);
    if (first.taskId !== next || different.size < 2) continue;
    if (isPeriodic(attempts, period, attempts.length - period * times)) return period;
  }
  return undefined;
}

/** True if every attempt from `start + period` on equals the attempt one period earlier. */
function isPeriodic(attempts: readonly Attempt[], period: number, start: number): boolean {
  for (let at = attempts.length - 1; at >= start + period; at -= 1) {
    if (!isSameAttempt(attempts[at], attempts[at - period])) return false;
  }
  return true;
}

/** Extends the cycle backwards while attempts repeat with this period. */
function extendCycle(attempts: readonly Attempt[], period: number): readonly Attempt[] {
  let start = attempts.length - period;
  while (start > 0 && isSameAttempt(attempts[start - 1], attempts[start - 1 + period])) start -= 1;
  return attempts.slice(start);
}

function isSameAttempt(a: Attempt | undefined, b: Attempt | undefined): boolean {
  if (a?.taskId !== b?.taskId || a?.status !== b?.status) return false;
  return a !== undefined && b !== undefined && toEvidenceKey(a) === toEvidenceKey(b);
}

const evidenceKeys = new WeakMap<Attempt, string>();

/** Key that is equal for attempts with equal blockers and work; cached per attempt. */
function toEvidenceKey(attempt: Attempt): string {
  const known = evidenceKeys.get(attempt);
  if (known !== undefined) return known;
  const evidence = `${toBlockersKey(attempt.blockers)}\0${toWorkKey(attempt.completedWork)}`;
  evidenceKeys.set(attempt, evidence);
  return evidence;
}
