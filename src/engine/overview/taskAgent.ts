import type { TaskDefinition, TaskStatus } from '../../model/task/task';
import type { TaskOverview } from '../../model/overview/overview';
import { isFinished } from '../../model/task/taskStatus';
import type { TurnSummary } from '../../ports/store';
import {
  findStoodInFor,
  listCandidates,
  workingAgent,
  type AgentSources,
} from '../scheduling/workingAgent';

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
  if (isFinished(status)) return { agent: listCandidates(sources, task)[0] };
  const called = task.roles === undefined ? runningTurn?.agent : undefined;
  const agent = called ?? workingAgent(sources, task);
  const standsInFor = findStoodInFor(sources, task, agent);
  return { agent, ...(standsInFor && { standsInFor }) };
}
