import type { TaskReview } from '../../model/review/taskReview';

/** Title of the editor with the change of a task. */
export function reviewTitle({ taskId, turn }: Pick<TaskReview, 'taskId' | 'turn'>): string {
  return `${beginTitle(taskId)}${turn}`;
}

/** The turn of which a tab with this title shows the change of the task; undefined for any other tab. */
export function readReviewTitle(label: string, taskId: string): number | undefined {
  const start = beginTitle(taskId);
  const turn = label.startsWith(start) ? /^\d+(?= \(|$)/.exec(label.slice(start.length)) : null;
  return turn === null ? undefined : Number(turn[0]);
}

function beginTitle(taskId: string): string {
  return `Review of ${taskId}, turn `;
}
