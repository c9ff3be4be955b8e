import type { Overview, TaskOverview } from '../domain/overview';
import { needsHuman } from '../domain/taskStatus';

/** The tasks that wait for a human. */
export function tasksNeedingYou(overview: Overview | undefined): readonly TaskOverview[] {
  return (overview?.tasks ?? []).filter((task) => needsHuman(task.status));
}

/** "1 needs you" or "3 need you". */
export function countNeedingYou(count: number): string {
  return count === 1 ? '1 needs you' : `${count} need you`;
}
