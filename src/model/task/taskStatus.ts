import type { TaskStatus } from './task';

/** Whether a task with this status waits for a human. */
export function needsHuman(status: TaskStatus): boolean {
  return status === 'PAUSED_FOR_INTERVENTION' || status === 'aborted_stuck' || status === 'blocked';
}

/** Whether a task with this status is finished: done, partly done or skipped. */
export function isFinished(status: TaskStatus): boolean {
  return status === 'done' || status === 'done_partial' || status === 'skipped';
}

/** Whether its counters say what comes next: a task that waits for a human says why, and a finished one needs none. */
export function isCountedFurther(status: TaskStatus): boolean {
  return !needsHuman(status) && !isFinished(status);
}

/** Whether tasks that depend on one with this status may run; those of a skipped task wait. */
export function releasesDependents(status: TaskStatus): boolean {
  return status === 'done' || status === 'done_partial';
}
