/** The task in whose worktree a folder lies. */
export interface WorktreeOwner {
  readonly taskId: string;
  /** Absolute path of the workspace that the worktree belongs to; absent if that is not known. */
  readonly workspaceDir?: string;
}

/** Says whose worktree a folder is, and where its task runs. */
export function describeWorktree({ taskId, workspaceDir }: WorktreeOwner): string {
  const where = workspaceDir ?? 'its workspace';
  return `This folder is the worktree of the task ${taskId} of ${where}. Look at its work here; run Devs in ${workspaceDir === undefined ? 'the workspace' : 'that folder'}.`;
}
