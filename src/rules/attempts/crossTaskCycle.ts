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
  const visits = attemptsSinceProgress(filterEvidential(history.recent.slice(-MAX_ATTEMPTS)));
  const period = findShortestPeriod(visits, maxAttempts, history.taskId);
  if (period === undefined) return undefined;
  const window = { windowMs: attemptWindow, visits: period };
  if (!isWithinWindow(visits.slice(-period * maxAttempts), history, window)) return undefined;
  const proof = extendCycle(visits, period);
  if (!areTasksInterfering(visits.slice(-period))) return undefined;
  const tasks = [...new Set(visits.slice(-period).map(({ taskId }) => taskId))];
  return createLoop('cross_task_cycle', proof, {
    taskId: history.taskId,
    recommendation: history.pivotDue ? 'continue' : 'escalate',
    tasks,
    message: `${tasks.join(', ')} take turns: ${proof.length} attempts so far, each with the same result and without progress.`,
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

function attemptsSinceProgress(visits: readonly Attempt[]): readonly Attempt[] {
  return visits.slice(visits.findLastIndex(({ progress }) => progress) + 1);
}

/**
 * Returns the shortest period that the newest attempts repeat `times` times and that continues with
 * task `next`.
 */
function findShortestPeriod(
  visits: readonly Attempt[],
  times: number,
  next: AttemptHistory['taskId'],
): number | undefined {
  const different = new Set(visits.slice(-LEAST_PERIOD + 1).map(({ taskId }) => taskId));
  for (let period = LEAST_PERIOD; period * times <= visits.length; period += 1) {
    const first = visits.at(-period);
    if (first === undefined) return undefined;
    different.add(first.taskId);
    if (first.taskId !== next || different.size < 2) continue;
    if (isPeriodic(visits, period, visits.length - period * times)) return period;
  }
  return undefined;
}

/** True if every attempt from `start + period` on equals the attempt one period earlier. */
function isPeriodic(visits: readonly Attempt[], period: number, start: number): boolean {
  for (let at = visits.length - 1; at >= start + period; at -= 1) {
    if (!isSameAttempt(visits[at], visits[at - period])) return false;
  }
  return true;
}

/** Extends the cycle backwards while attempts repeat with this period. */
function extendCycle(visits: readonly Attempt[], period: number): readonly Attempt[] {
  let start = visits.length - period;
  while (start > 0 && isSameAttempt(visits[start - 1], visits[start - 1 + period])) start -= 1;
  return visits.slice(start);
}

function isSameAttempt(a: Attempt | undefined, b: Attempt | undefined): boolean {
  if (a?.taskId !== b?.taskId || a?.status !== b?.status) return false;
  return a !== undefined && b !== undefined && toEvidenceKey(a) === toEvidenceKey(b);
}

const evidenceKeys = new WeakMap<Attempt, string>();

/** Key that is equal for attempts with equal blockers and work; cached per attempt. */
function toEvidenceKey(visit: Attempt): string {
  const known = evidenceKeys.get(visit);
  if (known !== undefined) return known;
  const evidence = `${toBlockersKey(visit.blockers)}\0${toWorkKey(visit.completedWork)}`;
  evidenceKeys.set(visit, evidence);
  return evidence;
}
