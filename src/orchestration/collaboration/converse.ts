import type { AgentDefinition } from '../../domain/config';
import type { InTurnLoop } from '../../domain/hop';
import type { AgentResult } from '../../ports/agent';
import type { HopRecorder } from '../turn/hopRecorder';
import type { TurnContext } from '../turn/turnFacts';
import type { RequestLedger } from './requestLedger';

/** What the conversations of one turn share. */
export interface ConverseTools {
  readonly context: TurnContext;
  readonly recorder: HopRecorder;
  readonly ledger: RequestLedger;
  /** Name of the next call of the turn, for its transcript; see `callNames`. */
  readonly nextCall: (name: string) => string;
}

/** One piece of work for one agent. */
export interface AgentCall {
  readonly definition: AgentDefinition;
  readonly systemPrompt: string;
  readonly prompt: string;
  /** Name of its first call; absent: the turn's only one, unless it asks somebody. */
  readonly call?: string;
}

/** How a conversation ended: with the agent's last reply, all its requests answered or refused. */
export interface Conversation {
  readonly result: AgentResult;
  /** Present when a loop of requests ended it, and with it the turn. */
  readonly loop?: InTurnLoop;
}

/** Lets an agent do a piece of work; what it asks of other agents is asked and told to it. */
export async function converse(tools: ConverseTools, told: AgentCall): Promise<Conversation> {
  const { deps, plan, turnId, signal } = tools.context;
  const result = await deps.agent.run({ ...told, taskId: plan.task.id, turnId }, signal);
  return { result };
}
