import type { WorktreeOwner } from '../../model/workspace/worktreeOwner';
import { WorktreeError, type WorkspaceState } from '../../ports/workspaceState';

/**
 * The state of a folder that may be the worktree of a task: there it is neither read nor written, so that no second run
 * begins in it. `findOwner` is called once, at the first use.
 */
export function refuseWorktree(
  state: WorkspaceState,
  findOwner: () => Promise<WorktreeOwner | undefined>,
): WorkspaceState {
  let owner: Promise<WorktreeOwner | undefined> | undefined;
  const refuse = async (): Promise<void> => {
    const found = await (owner ??= findOwner());
    if (found !== undefined) throw new WorktreeError(found);
  };
  return {
    ...state,
    acquire: async (how) => {
      await refuse();
      return await state.acquire(how);
    },
    read: async () => {
      await refuse();
      return await state.read();
    },
    ask: async (request) => {
      await refuse();
      return await state.ask(request);
    },
  };
}
