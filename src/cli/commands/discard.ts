import { describeSize } from '../../reports/review/describeReview';
import { printable } from '../terminal/printable';
import { canAsk, confirm } from '../terminal/question';
import { failed, type Outcome } from '../terminal/outcome';
import type { CommandContext } from './shared/commandContext';
import { readSeen, type TurnOption } from './shared/readSeen';
import { findTask } from './shared/readWorkspace';
import { toOutcome } from './toOutcome';

export interface DiscardOptions extends TurnOption {
  readonly yes?: boolean;
}

const DECLINED = 'Nothing was changed.';

/**
 * `devs discard <task> [--yes]`: throws the change of a task that waits for a review away, and skips the task. It cannot be
 * undone, so without a human to ask it needs `--yes`.
 */
export async function discard(
  context: CommandContext,
  taskId: string,
  { yes = false, ...options }: DiscardOptions,
): Promise<Outcome> {
  const { app, host, json } = context;
  const named = readSeen(options);
  if (!named.ok) return named;
  const task = await findTask(context, taskId);
  if (!task.ok) return task;
  const answer = await app.review(taskId);
  if (!answer.ok) return failed(answer.message);
  const { taskId: reviewed, size, turn } = answer.review;
  const what = `the change of ${reviewed} (${describeSize(size)})`;
  if (!yes && (json || !canAsk(host)))
    return failed(
      `${DECLINED} This would throw ${what} away for good. To do so, run \`devs discard ${taskId} --turn ${turn} --yes\`.`,
    );
  if (!yes && !(await confirm(printable(`Throw ${what} away for good?`), host)))
    return {
      ok: true,
      text: `${DECLINED}\n`,
      json: { ok: true, discarded: false, message: DECLINED },
    };
  return toOutcome(await app.discard(taskId, { turn, ...named.seen }));
}
