import { runWithAgentRequests } from '../../requests/runWithAgentRequests';
import { openTools } from '../../requests/openTools';
import { workInRoles } from '../../roles/workInRoles';
import type { TurnContext } from '../context/turnFacts';
import { NOTHING_INSIDE, type AgentWork } from '../context/agentWork';

/** Runs the task's agent for a turn, or its roles if it has any. */
export async function runAgents(context: TurnContext): Promise<AgentWork> {
  const { deps, plan } = context;
  if (plan.task.roles !== undefined) return await workInRoles(context, plan.task.roles);
  deps.observer.onPhase({ taskId: plan.task.id, turn: plan.number, phase: 'agent' });
  const { systemPrompt, prompt, session, agent: definition } = plan;
  const tools = openTools(context, 1);
  const { result, loop, note } = await runWithAgentRequests(tools, {
    definition,
    systemPrompt,
    ...{ prompt, session },
  });
  const inside = {
    ...{ ...NOTHING_INSIDE, rounds: tools.ledger.rounds, refused: tools.refused.all },
    ...(loop === undefined ? {} : { loop }),
    ...(note === undefined ? {} : { note }),
  };
  return { agent: result, inside };
}
