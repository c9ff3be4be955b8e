import { isFinished } from '../../model/task/taskStatus';
import { requireTask } from '../state/requireTask';
import { LoopDetector, type LoopDetectorTools } from './loopDetector';

/** `ended`: a recovery ended the task, so there is no attempt. */
export type BeforeAttempt = 'attempt' | 'ended';

/**
 * Before another attempt at a task: detects a loop over its attempts and applies the recovery. A finished task is
 * pending again only because a human retried it, so it is attempted: that loop is for `recoverAfterAttempt`.
 */
export function recoverBeforeAttempt(tools: LoopDetectorTools, taskId: string): BeforeAttempt {
  const detector = new LoopDetector(tools);
  const loop = detector.detectLoop(taskId);
  if (loop.isLooping && loop.loopType === 'completed_task_revisit') return 'attempt';
  const { action } = detector.applyRecovery(loop);
  return action === 'force_next' || action === 'escalate' ? 'ended' : 'attempt';
}

/**
 * After an attempt that finished its task and changed no file: detects that a finished task is attempted again and
 * again, and tells the next task not to revisit it. It keeps its status, and the count starts again.
 */
export function recoverAfterAttempt(tools: LoopDetectorTools, taskId: string): void {
  if (!isFinished(requireTask(tools.store, taskId).status)) return;
  const detector = new LoopDetector(tools);
  const loop = detector.detectLoop(taskId);
  if (!loop.isLooping || loop.loopType !== 'completed_task_revisit') return;
  // One attempt is never again and again, whatever the policy says.
  if (loop.attemptCount < 2) return;
  const newest = tools.store.listAttempts({ taskId, limit: 1 }).at(-1);
  if (newest?.changed === false) detector.applyRecovery(loop);
}
