import type { WorkspaceState } from '../../ports/workspaceState';

/** Ids of all tasks that ran ever: a new task with one of them would be that task again. None where the state cannot be read. */
export async function listFormerIds(state: WorkspaceState): Promise<readonly string[]> {
  try {
    return (await state.read()).listTasks().map(({ id }) => id);
  } catch {
    return [];
  }
}
