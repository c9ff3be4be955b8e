import type { TaskOverview } from '../../model/overview/overview';

/** Whether a report of the task can be opened; for one that an earlier version blocked, it is built when it is opened. */
export function hasReport({ status, report }: Pick<TaskOverview, 'status' | 'report'>): boolean {
  return report !== undefined || status === 'blocked';
}
