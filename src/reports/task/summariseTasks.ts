import { isFinished } from '../../model/task/taskStatus';
import type { ShownLanding } from '../../model/task/landingProgress';
import type { ChangeSize } from '../../model/review/taskReview';
import type { TaskStatus } from '../../model/task/task';

/** What tells whether a task waits to land or for a review. */
interface WaitingTask {
  readonly review?: ChangeSize;
  readonly landing?: ShownLanding;
}

/**
 * Counts the tasks by how they ended, and those that wait: "2 of 5 done · 1 skipped · 1 waits for your review",
 * and "2 done · 1 skipped" once all have ended.
 */
export function summariseTasks(
  tasks: readonly (WaitingTask & { readonly status: TaskStatus })[],
): string {
  const count = (status: TaskStatus): number =>
    tasks.filter((task) => task.status === status).length;
  const [done, partial, skipped] = [count('done'), count('done_partial'), count('skipped')];
  const some = (number: number, what: string): readonly string[] =>
    number === 0 ? [] : [`${number.toLocaleString()} ${what}`];
  const isOver = tasks.every(({ status }) => isFinished(status));
  const of = isOver ? '' : ` of ${tasks.length.toLocaleString()}`;
  return [
    `${done.toLocaleString()}${of} done`,
    ...some(partial, 'done in part'),
    ...some(skipped, 'skipped'),
    ...countWaits(tasks),
  ].join(' · ');
}

/** The tasks that wait to land and those that wait for a review: "1 waits to land", "2 wait for your review". */
export function countWaits(tasks: readonly WaitingTask[]): readonly string[] {
  const some = (count: number, what: string): readonly string[] =>
    count === 0 ? [] : [`${count.toLocaleString()} ${count === 1 ? 'waits' : 'wait'} ${what}`];
  return [
    ...some(tasks.filter(({ landing }) => landing?.kind === 'waits').length, 'to land'),
    ...some(tasks.filter(({ review }) => review !== undefined).length, 'for your review'),
  ];
}
