import type { RunActivity } from '../../model/overview/runActivity';
import type { TaskStatus } from '../../model/task/task';
import { STATUS_NAMES } from '../../model/task/statusNames';
import { IN_PROGRESS_WORDS } from './activityWords';

/** The status of a task in a word or two; that of a task in progress is its run's. */
export function describeStatus(
  { status, unverified }: { readonly status: TaskStatus; readonly unverified: boolean },
  run: RunActivity,
): string {
  if (status === 'in_progress') return IN_PROGRESS_WORDS[run];
  return STATUS_NAMES[status] + (unverified ? ', unverified' : '');
}
