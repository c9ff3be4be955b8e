import type { DevsConfig } from '../../model/config/config';
import { ROLES } from '../../model/hops/roles';
import { StateError, type WorkspaceState } from '../../ports/workspaceState';

/**
 * Names of the agents that a run may use: those of tasks and roles, those chosen at a resume,
 * those with an `about`, and those that any of these may ask. All agents if there are no tasks.
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
  // Iterating a set includes elements added meanwhile.
  for (const name of used) {
    const asks = Object.hasOwn(agents, name) ? agents[name]?.asks : undefined;
    for (const asked of asks ?? []) used.add(asked);
  }
  return used;
}

/** An unreadable state is reported by another check. */
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
