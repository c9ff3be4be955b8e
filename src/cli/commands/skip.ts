import type { CommandContext } from './shared/commandContext';
import type { Outcome } from '../terminal/outcome';
import { findTask } from './shared/readWorkspace';
import { toOutcome } from './toOutcome';

/** `devs skip [task]`: leaves a task out; without an id the one that needs a human. */
export async function skip(context: CommandContext, taskId: string | undefined): Promise<Outcome> {
  if (taskId !== undefined) {
    const task = await findTask(context, taskId);
    if (!task.ok) return task;
  }
  return toOutcome(await context.app.skip(taskId));
}
