import { join } from 'node:path';

/** The folder of all worktrees in a state folder. */
export function worktreesFolder(stateDir: string): string {
  return join(stateDir, 'worktrees');
}
