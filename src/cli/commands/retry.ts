import type { CommandContext } from './shared/commandContext';
import type { Outcome } from '../terminal/outcome';
import { findTasks, readWorkspace } from './shared/readWorkspace';
import { toOutcome } from './toOutcome';

/** `devs retry <task>`: restarts a finished or skipped task; `devs run` then runs it. */
export async function retry(context: CommandContext, taskId: string): Promise<Outcome> {
  const overview = await readWorkspace(context);
  if (!overview.ok) return overview;
  const task = findTasks(overview.value, [taskId]);
  if (!task.ok) return task;
  const next = overview.value.holder === undefined ? 'Start the task with `devs run`.' : '';
  return toOutcome(await context.app.retry(taskId), next);
}
