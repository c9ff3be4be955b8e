import type { CommandContext } from './shared/commandContext';
import type { Outcome } from '../terminal/outcome';
import { findTask } from './shared/readWorkspace';
import { toOutcome } from './toOutcome';

/** `devs hint <task> <text>`: gives a hint to a task without stopping it; with `now` its agent is interrupted. */
export async function hint(
  context: CommandContext,
  taskId: string,
  { text, now = false }: { readonly text: string; readonly now?: boolean },
): Promise<Outcome> {
  const task = await findTask(context, taskId);
  if (!task.ok) return task;
  return toOutcome(await context.app.hint(taskId, { text, now }));
}
