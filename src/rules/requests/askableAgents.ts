import type { AgentDefinition } from '../../model/config/config';

/** Maximum number of agents that a refusal lists. */
const NAMED = 10;

type Agents = Readonly<Record<string, AgentDefinition>>;

/** The requested agent, or the reason for refusing that the asker sees. */
export type AskedAgent =
  | { readonly ok: true; readonly definition: AgentDefinition }
  | { readonly ok: false; readonly reason: string };

/** Lists the agents that the asker may send requests to. */
export function listAskableAgents(
  agents: Agents,
  asker: AgentDefinition,
): readonly AgentDefinition[] {
  return Object.values(agents).filter(
    ({ name }) => name !== asker.name && (asker.asks?.includes(name) ?? true),
  );
}

/** Finds the agent of this name if the asker may ask it; case-sensitive. */
export function findAskedAgent(agents: Agents, asker: AgentDefinition, name: string): AskedAgent {
  const open = listAskableAgents(agents, asker);
  const definition = open.find((agent) => agent.name === name);
  if (definition !== undefined) return { ok: true, definition };
  return {
    ok: false,
    reason: `${explainRefusal(agents, asker, name)}${suggestAgents(open, name)}`,
  };
}

function explainRefusal(agents: Agents, asker: AgentDefinition, name: string): string {
  if (name === asker.name) return 'an agent cannot ask itself';
  return Object.hasOwn(agents, name)
    ? `"${asker.name}" may not ask "${name}"`
    : `there is no agent "${name}"`;
}

function suggestAgents(open: readonly AgentDefinition[], name: string): string {
  if (open.length === 0) return '; there is no other agent to ask';
  const near = open.find((agent) => agent.name.toLowerCase() === name.toLowerCase());
  if (near !== undefined) return `; did you mean "${near.name}"?`;
  const names = open.slice(0, NAMED).map((agent) => agent.name);
  return `; it can ask: ${names.join(', ')}${open.length > NAMED ? ', …' : ''}`;
}
