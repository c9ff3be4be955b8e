import type { TaskOverview } from '../../model/overview/overview';
import { needsHuman } from '../../model/task/taskStatus';
import { toRefusal, type Refusal } from '../lease/refusals';

/** Id of the one task that needs the user; a refusal if none or several do. */
export function findOnlyWaiting(tasks: readonly TaskOverview[]): string | Refusal {
  const waiting = tasks.filter(({ status }) => needsHuman(status)).map(({ id }) => id);
  const [only] = waiting;
  if (only === undefined) return toRefusal('No task needs you; name the task to skip.');
  return waiting.length === 1
    ? only
    : toRefusal(`Several tasks need you; name the task to skip: ${waiting.join(', ')}.`);
}
