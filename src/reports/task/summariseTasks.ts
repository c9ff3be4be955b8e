import { isFinished } from '../../model/task/taskStatus';
import type { TaskStatus } from '../../model/task/task';

/** Counts the tasks by how they ended: "2 of 5 done · 1 skipped", and "2 done · 1 skipped" once all have ended. */
export function summariseTasks(tasks: readonly { readonly status: TaskStatus }[]): string {
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
  ].join(' · ');
}
