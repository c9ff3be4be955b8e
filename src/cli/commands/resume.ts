import type { ResumeOptions } from '../../app/api/requests';
import type { CommandContext } from './shared/commandContext';
import { failed, type Outcome } from '../terminal/outcome';
import { findNearestName } from '../../text/findNearestName';
import { findTasks, readWorkspace } from './shared/readWorkspace';
import { toOutcome } from './toOutcome';

/** `devs resume <task>`: resets all counters of the task; `devs run` then continues it. */
export async function resume(
  context: CommandContext,
  taskId: string,
  options: ResumeOptions,
): Promise<Outcome> {
  if (options.hint?.trim() === '') return failed('--hint is empty: say what the agent should do.');
  const overview = await readWorkspace(context);
  if (!overview.ok) return overview;
  const task = findTasks(overview.value, [taskId]);
  if (!task.ok) return task;
  const { agents, holder } = overview.value;
  if (options.agent !== undefined && !agents.includes(options.agent)) {
    return failed(unknownAgent(options.agent, agents));
  }
  const { app } = context;
  const answer = await app.resume(taskId, options);
  return toOutcome(answer, holder === undefined ? 'Continue with `devs run`.' : '');
}

function unknownAgent(agent: string, agents: readonly string[]): string {
  const near = findNearestName(agent, agents);
  const guess = near === undefined ? '' : ` Did you mean "${near}"?`;
  return `There is no agent "${agent}".${guess} Known agents: ${agents.join(', ')}.`;
}
