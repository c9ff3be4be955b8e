import type { RunActivity } from '../../model/overview/runActivity';
import type { TaskStatus } from '../../model/task/task';
import { IN_PROGRESS_WORDS } from './activityWords';

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

/** The status of a task in a word or two; that of a task in progress is its run's. */
export function describeStatus(
  { status, unverified }: { readonly status: TaskStatus; readonly unverified: boolean },
  run: RunActivity,
): string {
  if (status === 'in_progress') return IN_PROGRESS_WORDS[run];
  return STATUS_NAMES[status] + (unverified ? ', unverified' : '');
}
