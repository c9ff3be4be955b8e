import type { TurnContext } from './turnFacts';
import { NOTHING_INSIDE, type AgentWork } from './insideTurn';

/** Lets the task's agent do the work of a turn. */
export async function agentWork(context: TurnContext): Promise<AgentWork> {
  const { deps, plan, signal, turnId } = context;
  deps.observer.onPhase({ taskId: plan.task.id, turn: plan.number, phase: 'agent' });
  const { systemPrompt, prompt } = plan;
  const agent = await deps.agent.run(
    { definition: plan.agent, taskId: plan.task.id, turnId, systemPrompt, prompt },
    signal,
  );
  return { agent, inside: NOTHING_INSIDE };
}
