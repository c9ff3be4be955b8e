import { isFinished } from '../../model/task/taskStatus';
import type { ChangeSize } from '../../model/review/taskReview';
import type { TaskStatus } from '../../model/task/task';

/**
 * Counts the tasks by how they ended, and those that wait for a review: "2 of 5 done · 1 skipped · 1 waits for your review",
 * and "2 done · 1 skipped" once all have ended.
 */
export function summariseTasks(
  tasks: readonly { readonly status: TaskStatus; readonly review?: ChangeSize }[],
): string {
  const count = (status: TaskStatus): number =>
    tasks.filter((task) => task.status === status).length;
  const [done, partial, skipped] = [count('done'), count('done_partial'), count('skipped')];
  const reviewed = countReviews(tasks);
  const some = (number: number, what: string): readonly string[] =>
    number === 0 ? [] : [`${number.toLocaleString()} ${what}`];
  const isOver = tasks.every(({ status }) => isFinished(status));
  const of = isOver ? '' : ` of ${tasks.length.toLocaleString()}`;
  return [
    `${done.toLocaleString()}${of} done`,
    ...some(partial, 'done in part'),
    ...some(skipped, 'skipped'),
    ...(reviewed === '' ? [] : [reviewed]),
  ].join(' · ');
}

/** "1 waits for your review"; '' for none. */
export function countReviews(tasks: readonly { readonly review?: ChangeSize }[]): string {
  const count = tasks.filter(({ review }) => review !== undefined).length;
  return count === 0
    ? ''
    : `${count.toLocaleString()} ${count === 1 ? 'waits' : 'wait'} for your review`;
}
