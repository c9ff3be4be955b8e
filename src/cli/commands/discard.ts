import { describeSize } from '../../reports/review/describeReview';
import { printable } from '../terminal/printable';
import { canAsk, confirm } from '../terminal/question';
import { failed, type Outcome } from '../terminal/outcome';
import type { CommandContext } from './shared/commandContext';
import { findTask } from './shared/readWorkspace';
import { toOutcome } from './toOutcome';

const DECLINED = 'Nothing was changed.';

/**
 * `devs discard <task> [--yes]`: throws the change of a task that waits for a review away, and skips the task. It cannot be
 * undone, so without a human to ask it needs `--yes`.
 */
export async function discard(
  context: CommandContext,
  taskId: string,
  { yes = false }: { readonly yes?: boolean },
): Promise<Outcome> {
  const { app, host, json } = context;
  const task = await findTask(context, taskId);
  if (!task.ok) return task;
  const answer = await app.review(taskId);
  if (!answer.ok) return failed(answer.message);
  const { taskId: reviewed, size } = answer.review;
  const what = `the change of ${reviewed} (${describeSize(size)})`;
  if (!yes && (json || !canAsk(host)))
    return failed(
      `${DECLINED} This would throw ${what} away for good. To do so, run \`devs discard ${taskId} --yes\`.`,
    );
  if (!yes && !(await confirm(printable(`Throw ${what} away for good?`), host)))
    return {
      ok: true,
      text: `${DECLINED}\n`,
      json: { ok: true, discarded: false, message: DECLINED },
    };
  return toOutcome(await app.discard(taskId));
}
