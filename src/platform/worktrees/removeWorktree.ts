import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { StateError } from '../../ports/workspaceState';
import { syncFolder } from '../state/files/durableFile';
import { readRecord, writeRecord, type WorktreeFolder } from './worktreeFolder';

/**
 * Removes a worktree and what its repository knows of it, whatever a crash left. The record goes last, so that a removal
 * that is cut off is completed by the next one. Throws `StateError`.
 */
export async function removeWorktree({ folder, files }: WorktreeFolder): Promise<void> {
  const record = readRecord(folder);
  if (record === undefined && !existsSync(folder)) return;
  try {
    if (record !== undefined) writeRecord(folder, { ...record, state: 'incomplete' });
    const known = record === undefined ? [] : findKnown(record.common, files);
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
function findKnown(common: string, files: string): readonly string[] {
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
