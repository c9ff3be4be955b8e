import type { TaskStatus } from './task';

/** Statuses in which a task waits for a human. */
export function needsHuman(status: TaskStatus): boolean {
  return status === 'PAUSED_FOR_INTERVENTION' || status === 'aborted_stuck' || status === 'blocked';
}

/** Statuses from which a task does not go on by itself. */
export function isFinished(status: TaskStatus): boolean {
  return status === 'done' || status === 'done_partial' || status === 'skipped';
}

/** Whether tasks that depend on one with this status may run; those of a skipped task wait. */
export function releasesDependents(status: TaskStatus): boolean {
  return status === 'done' || status === 'done_partial';
}
