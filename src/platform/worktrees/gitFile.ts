import { lstatSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isThere } from './isThere';
import { findKnown } from './removeWorktree';

/**
 * Writes the file `.git` of a worktree again where somebody removed it, as the repository still knows the worktree. Does
 * nothing for any other one. `files`: its root; `common`: the folder that the worktrees of the repository share.
 */
export function restoreGitFile(common: string, files: string): void {
  const file = join(files, '.git');
  if (isThere(file) || !isThere(files)) return;
  const [known] = findKnown(common, files);
  if (known !== undefined) writeFileSync(file, `gitdir: ${known}\n`, { flag: 'wx' });
}

/** Why git does not take a folder for the worktree that it was made as, a clause with the remedy; undefined if it may. */
export function findGitFileProblem(files: string): string | undefined {
  const stats = lstatSync(join(files, '.git'), { throwIfNoEntry: false });
  if (stats === undefined)
    return 'somebody removed `.git` from its worktree; resume the task, and Devs writes it again';
  return stats.isFile()
    ? undefined
    : `it made a git repository in the root of its worktree; remove ${join(files, '.git')}, and Devs writes its own again`;
}
