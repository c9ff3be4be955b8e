import type { CommandContext } from './shared/commandContext';
import type { Outcome } from '../terminal/outcome';
import { findTasks, readWorkspace } from './shared/readWorkspace';
import { toOutcome } from './toOutcome';

/** `devs stop-waiting <task>`: ends the wait of a task; `devs run` then continues it. */
export async function stopWaiting(context: CommandContext, taskId: string): Promise<Outcome> {
  const overview = await readWorkspace(context);
  if (!overview.ok) return overview;
  const task = findTasks(overview.value, [taskId]);
  if (!task.ok) return task;
  const next = overview.value.holder === undefined ? 'Continue with `devs run`.' : '';
  return toOutcome(await context.app.stopWaiting(taskId), next);
}
