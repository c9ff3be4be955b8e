import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { StateError } from '../../ports/workspaceState';
import { syncFolder } from '../state/files/durableFile';
import type { GitFolder } from './gitFolder';
import { dropReviewed } from './reviewedRefs';
import { readRecord, writeRecord, type WorktreeFolder } from './worktreeFolder';

/**
 * Removes a worktree and what its repository knows of it, whatever a crash left. The record goes last, so that a removal
 * that is cut off is completed by the next one. `git`: absent where none can be used; what the repository keeps of the change
 * is then dropped with the next worktree. Throws `StateError`.
 */
export async function removeWorktree(
  { folder, files }: WorktreeFolder,
  git: GitFolder | undefined,
): Promise<void> {
  const record = readRecord(folder);
  if (record === undefined && !existsSync(folder)) return;
  try {
    if (record !== undefined) writeRecord(folder, { ...record, state: 'incomplete' });
    const common = record?.common ?? '';
    const known = findKnown(common, files);
    if (git !== undefined && common !== '') await dropReviewed(git, common, known);
    await rm(files, { recursive: true, force: true, maxRetries: 3 });
    for (const admin of known) await rm(admin, { recursive: true, force: true, maxRetries: 3 });
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    syncFolder(join(folder, '..'));
  } catch (error) {
    throw new StateError(
      `The worktree ${files} could not be removed: ${(error as Error).message}`,
      { cause: error },
    );
  }
}

/** Folders in which the repository keeps what it knows of the worktree; git itself refuses to remove a half-made one. */
export function findKnown(common: string, files: string): readonly string[] {
  const parent = join(common, 'worktrees');
  if (common === '' || !existsSync(parent)) return [];
  return readdirSync(parent)
    .map((name) => join(parent, name))
    .filter((admin) => {
      try {
        const named = readFileSync(join(admin, 'gitdir'), 'utf8').trimEnd();
        return resolve(admin, named) === join(files, '.git');
      } catch {
        return false;
      }
    });
}
