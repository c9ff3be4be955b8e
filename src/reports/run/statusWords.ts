import type { RunActivity } from '../../model/overview/runActivity';
import type { ShownLanding } from '../../model/task/landingProgress';
import type { TaskStatus } from '../../model/task/task';
import { STATUS_NAMES } from '../../model/task/statusNames';
import { describeLandingNow, landingStatus } from '../landing/describeLanding';
import { IN_PROGRESS_WORDS } from './activityWords';

/** The name of a task's status, in a list with its details beside it: "Waiting to land". */
export function nameStatus({
  status,
  landing,
}: {
  readonly status: TaskStatus;
  readonly landing?: ShownLanding;
}): string {
  return landing === undefined ? STATUS_NAMES[status] : landingStatus(landing);
}

/** The status of a task in a few words; that of a task in progress is its landing's, else its run's. */
export function describeStatus(
  {
    status,
    unverified,
    landing,
  }: {
    readonly status: TaskStatus;
    readonly unverified: boolean;
    readonly landing?: ShownLanding;
  },
  run: RunActivity,
): string {
  if (landing !== undefined) return describeLandingNow(landing);
  if (status === 'in_progress') return IN_PROGRESS_WORDS[run];
  return STATUS_NAMES[status] + (unverified ? ', unverified' : '');
}
