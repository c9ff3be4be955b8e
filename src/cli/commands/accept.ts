import type { CommandContext } from './shared/commandContext';
import type { Outcome } from '../terminal/outcome';
import { readSeen, type TurnOption } from './shared/readSeen';
import { findTask, readWorkspace } from './shared/readWorkspace';
import { toOutcome } from './toOutcome';

/** `devs accept <task> [--turn n]`: ends a task as done although its pass is doubtful, or lets its reviewed change land. */
export async function accept(
  context: CommandContext,
  taskId: string,
  options: TurnOption,
): Promise<Outcome> {
  const named = readSeen(options);
  if (!named.ok) return named;
  const task = await findTask(context, taskId);
  if (!task.ok) return task;
  const answer = await context.app.accept(taskId, named.seen);
  if (!answer.ok) return toOutcome(answer);
  const now = await readWorkspace(context);
  const goesOn =
    now.ok && now.value.holder === undefined && now.value.tasks.some(({ runnable }) => runnable);
  return toOutcome(answer, goesOn ? 'Continue with `devs run`.' : '');
}
