import type { TaskDefinition, TaskStatus } from '../../model/task/task';
import type { TaskOverview } from '../../model/overview/overview';
import { isFinished } from '../../model/task/taskStatus';
import type { TurnSummary } from '../../ports/store';
import { listCandidates, workingAgent, type AgentSources } from '../scheduling/workingAgent';

/** How a task stands. */
interface Standing {
  readonly status: TaskStatus;
  readonly runningTurn: TurnSummary | undefined;
}

/** The agent of the task's running turn, otherwise of its next one, and in whose place it works. */
export function taskAgent(
  sources: AgentSources,
  task: TaskDefinition,
  { status, runningTurn }: Standing,
): Pick<TaskOverview, 'agent' | 'standsInFor'> {
  const candidates = listCandidates(sources, task);
  const [own] = candidates;
  if (isFinished(status)) return { agent: own };
  const called = task.roles === undefined ? runningTurn?.agent : undefined;
  const agent = called ?? workingAgent(sources, task);
  const limit = agent === own ? undefined : sources.limits.get(own);
  if (limit === undefined || !candidates.includes(agent)) return { agent };
  return { agent, standsInFor: { agent: own, until: limit.until } };
}
