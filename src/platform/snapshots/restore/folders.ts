import { errorCode } from '../../state/diskError';
import type { Commit } from './commit';
import { isFree, lookAbove, statsOf } from './looking';
import { folderOf, systemPathOf, type Place } from './place';
import type { RestoreFs } from './restoreFs';

// The folder stays: something of somebody else is in it, or it is a mount point.
const STAYS = new Set(['ENOTEMPTY', 'EEXIST', 'EBUSY']);
const PERMISSIONS = 0o7777n;

/** Removes those of the folders that are empty, innermost first. */
export function emptyFolders(commit: Commit, folders: readonly Place[]): void {
  const depth = ({ path }: Place): number => path.split('/').length;
  for (const folder of [...folders].sort((a, b) => depth(b) - depth(a))) {
    removeIfEmpty(commit, folder);
  }
}

function removeIfEmpty(commit: Commit, folder: Place): void {
  const { fs, workspaceDir, undo, touched } = commit;
  const stats = lookAbove(commit, folder).kind === 'real' ? statsOf(commit, folder) : undefined;
  if (stats?.isDirectory() !== true) return;
  const path = systemPathOf(workspaceDir, folder);
  try {
    fs.rmdir(path);
  } catch (error) {
    if (STAYS.has(errorCode(error))) return;
    throw error;
  }
  const mode = Number(stats.mode & PERMISSIONS);
  undo.push(() => {
    fs.mkdir(path, mode);
    setMode(fs, path, mode);
  });
  touched.delete(folder.path);
  const parent = folderOf(folder);
  touched.set(parent.path, parent);
}

// What `mkdir` leaves out is the user's mask.
function setMode(fs: RestoreFs, path: Buffer, mode: number): void {
  if (process.platform === 'win32') return;
  const fd = fs.open(path);
  try {
    fs.chmod(fd, mode);
  } finally {
    fs.close(fd);
  }
}

/** Puts the empty folders in place that are missing by now, outermost first. */
export function makeFolders(
  commit: Commit,
  spares: Iterable<{ readonly folder: Place; readonly spare: Place }>,
): void {
  const { fs, workspaceDir, undo, touched } = commit;
  for (const { folder, spare } of spares) {
    if (!isFree(commit, folder)) continue;
    const path = systemPathOf(workspaceDir, folder);
    fs.rename(systemPathOf(workspaceDir, spare), path);
    undo.push(() => {
      fs.rmdir(path);
    });
    for (const each of [folder, folderOf(folder)]) touched.set(each.path, each);
  }
}
