import type { TaskStatus } from './task';

/** Each status for humans. */
export const STATUS_NAMES: Readonly<Record<TaskStatus, string>> = {
  pending: 'Pending',
  in_progress: 'In progress',
  blocked: 'Blocked',
  done: 'Done',
  done_partial: 'Done in part',
  skipped: 'Skipped',
  aborted_stuck: 'Aborted, stuck',
  PAUSED_FOR_INTERVENTION: 'Paused',
};

/** A status inside a sentence: "paused". */
export function statusWord(status: TaskStatus): string {
  return STATUS_NAMES[status].toLowerCase();
}
