import { diffReview } from '../../reports/review/reviewDiff';
import { reviewText } from '../render/reviewText';
import { failed, type Outcome } from '../terminal/outcome';
import type { CommandContext } from './shared/commandContext';
import { findTask } from './shared/readWorkspace';

/** `devs review <task>`: prints the change of a task that waits for a review, with the comments on it. */
export async function review(context: CommandContext, taskId: string): Promise<Outcome> {
  const { app, style } = context;
  const task = await findTask(context, taskId);
  if (!task.ok) return task;
  const answer = await app.review(taskId);
  if (!answer.ok) return failed(answer.message);
  const files = await diffReview(answer.review, (side, path) => app.fileAt(side, path));
  return {
    ok: true,
    text: reviewText(answer.review, files, style),
    json: { ok: true, ...answer.review, files },
  };
}
