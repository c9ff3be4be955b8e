import type { DevsConfig } from '../../model/config/config';
import { ROLES } from '../../model/hops/roles';
import { StateError, type WorkspaceState } from '../../ports/workspaceState';

/**
 * Names of the agents that a run can come to: of tasks and roles, chosen at a resume, those that
 * others are told of, and whom any of these may ask by name. All of them while there are no tasks.
 */
export async function findUsedAgents(
  { agents, tasks }: DevsConfig,
  state: Pick<WorkspaceState, 'read'>,
): Promise<ReadonlySet<string>> {
  if (tasks.length === 0) return new Set(Object.keys(agents));
  const used = new Set(await readAgentOverrides(state));
  for (const task of tasks) {
    used.add(task.agent);
    for (const role of ROLES) {
      const name = task.roles?.[role]?.agent;
      if (name !== undefined) used.add(name);
    }
  }
  for (const { name, about } of Object.values(agents)) if (about !== undefined) used.add(name);
  // A set is gone through with what is added meanwhile.
  for (const name of used) {
    const asks = Object.hasOwn(agents, name) ? agents[name]?.asks : undefined;
    for (const asked of asks ?? []) used.add(asked);
  }
  return used;
}

/** A state that cannot be read is a finding of its own. */
async function readAgentOverrides(state: Pick<WorkspaceState, 'read'>): Promise<readonly string[]> {
  try {
    return (await state.read()).listTasks().flatMap(({ agentOverride, hidden }) => {
      return agentOverride === undefined || hidden ? [] : [agentOverride];
    });
  } catch (error) {
    if (error instanceof StateError) return [];
    throw error;
  }
}
