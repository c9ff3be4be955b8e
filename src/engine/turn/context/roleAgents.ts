import type { AgentDefinition, DevsConfig } from '../../../model/config/config';
import { ROLES, type Role } from '../../../model/hops/roles';
import type { TaskDefinition } from '../../../model/task/task';

/** Who does the work of each role; a role that the task does not have stands with the task's agent. */
export type RoleAgents = Readonly<Record<Role, AgentDefinition>>;

export type AgentsFound =
  | {
      readonly ok: true;
      /** The task's agent: its coder's where it has roles. */
      readonly agent: AgentDefinition;
      readonly roleAgents: RoleAgents;
    }
  | { readonly ok: false; readonly missing: string };

/**
 * The agents of a task. One that a human chose does the coder's work and that of every role that
 * names no agent.
 */
export function agentsOf(
  config: DevsConfig,
  task: TaskDefinition,
  chosen: string | undefined,
): AgentsFound {
  const own = chosen ?? task.agent;
  const coder = chosen ?? task.roles?.coder.agent ?? own;
  const found: Partial<Record<Role, AgentDefinition>> = {};
  for (const role of ROLES) {
    const name = role === 'coder' ? coder : (task.roles?.[role]?.agent ?? own);
    const agent = config.agents[name];
    if (agent === undefined) return { ok: false, missing: name };
    found[role] = agent;
  }
  const roleAgents = found as RoleAgents;
  return { ok: true, agent: roleAgents.coder, roleAgents };
}
