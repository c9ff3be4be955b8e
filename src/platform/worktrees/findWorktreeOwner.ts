import { dirname, resolve } from 'node:path';
import type { WorktreeOwner } from '../../model/workspace/worktreeOwner';
import { realPath } from '../state/files/stateDirectory';
import { readWorkspace, statePaths } from '../state/files/stateFolders';
import { readRecord, worktreeFolder } from './worktreeFolder';
import { worktreesFolder } from './worktreesFolder';

/**
 * The owner of a worktree that Devs made, if the folder is its root or the folder in it in which its tasks work. A folder
 * further inside may be a workspace of its own.
 */
export function findWorktreeOwner(folder: string): WorktreeOwner | undefined {
  for (let files = realPath(folder); dirname(files) !== files; files = dirname(files)) {
    const record = readRecord(dirname(files));
    if (record === undefined) continue;
    const { taskId, prefix = '' } = record;
    const parent = dirname(dirname(files));
    const isIts =
      parent === worktreesFolder(dirname(parent)) && files === worktreeFolder(parent, taskId).files;
    if (!isIts || ![files, resolve(files, prefix)].includes(realPath(folder))) return undefined;
    const workspaceDir = readWorkspace(statePaths(dirname(parent)).workspace);
    return { taskId, ...(workspaceDir !== undefined && { workspaceDir }) };
  }
  return undefined;
}
