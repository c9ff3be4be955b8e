import type { LoopPolicy, LoopResult } from '../../model/task/attempt';
import { filterEvidential, type AttemptHistory } from './attemptHistory';
import { blockedTaskSpin } from './blockedTaskSpin';
import { completedTaskRevisit } from './completedTaskRevisit';
import { crossTaskCycle } from './crossTaskCycle';
import { noProgressRepeat } from './noProgressRepeat';
import type { LoopPattern } from './loopPattern';

/** In order of precedence: the first match wins. */
const PATTERNS: readonly LoopPattern[] = [
  completedTaskRevisit,
  blockedTaskSpin,
  crossTaskCycle,
  noProgressRepeat,
];

/** A loop takes at least two attempts. */
const LEAST_ATTEMPTS = 2;

/**
 * Detects whether the attempts at a task prove a loop (docs/decisions/loop-recovery.md, "Pattern
 * Detection"): completed task revisit, blocked task spin, cycle over several tasks, no progress
 * repeat. Attempts with different work are never a loop. Pure, never throws: attempts with an
 * invalid time lie outside every window, policy numbers below 2 count as 2.
 */
export function detectLoop(history: AttemptHistory, policy: LoopPolicy): LoopResult {
  const { taskId } = history;
  const attempts = filterEvidential(history.attempts);
  const validPolicy: LoopPolicy = {
    ...policy,
    maxAttempts: toThreshold(policy.maxAttempts),
    maxAttemptsBeforeForceNext: toThreshold(policy.maxAttemptsBeforeForceNext),
    attemptWindow: Math.max(0, policy.attemptWindow) || 0,
  };
  for (const pattern of PATTERNS) {
    const loop = pattern(attempts, history, validPolicy);
    if (loop !== undefined) return loop;
  }
  return { isLooping: false, taskId, attemptCount: history.attempts.length };
}

/** At least `LEAST_ATTEMPTS`; NaN becomes Infinity. */
function toThreshold(value: number): number {
  return Number.isNaN(value) ? Infinity : Math.max(LEAST_ATTEMPTS, Math.ceil(value));
}
