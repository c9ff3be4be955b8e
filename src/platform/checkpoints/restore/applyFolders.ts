import { errorCode } from '../../state/files/diskError';
import type { ApplyContext } from './applyContext';
import { isFree, inspectAbove, exactStatsOf } from './inspect';
import { folderOf, systemPathOf, type Place } from './restorePlace';
import type { RestoreFs } from './restoreFs';

// The folder stays: it contains other files, or is a mount point.
const NOT_REMOVABLE = new Set(['ENOTEMPTY', 'EEXIST', 'EBUSY']);
const PERMISSIONS = 0o7777n;

/** Removes the folders that are empty, innermost first. */
export function removeEmptyFolders(context: ApplyContext, folders: readonly Place[]): void {
  const depth = ({ path }: Place): number => path.split('/').length;
  for (const folder of [...folders].sort((a, b) => depth(b) - depth(a))) {
    removeIfEmpty(context, folder);
  }
}

function removeIfEmpty(context: ApplyContext, folder: Place): void {
  const { fs, workspaceDir, undo, touched } = context;
  const stats =
    inspectAbove(context, folder).kind === 'real' ? exactStatsOf(context, folder) : undefined;
  if (stats?.isDirectory() !== true) return;
  const path = systemPathOf(workspaceDir, folder);
  try {
    fs.rmdir(path);
  } catch (error) {
    if (NOT_REMOVABLE.has(errorCode(error))) return;
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

// `mkdir` applies the user's mask.
function setMode(fs: RestoreFs, path: Buffer, mode: number): void {
  if (process.platform === 'win32') return;
  const fd = fs.open(path);
  try {
    fs.chmod(fd, mode);
  } finally {
    fs.close(fd);
  }
}

/** Moves prepared empty folders into place where folders are missing, outermost first. */
export function placeFolders(
  context: ApplyContext,
  spares: Iterable<{ readonly folder: Place; readonly spare: Place }>,
): void {
  const { fs, workspaceDir, undo, touched } = context;
  for (const { folder, spare } of spares) {
    if (!isFree(context, folder)) continue;
    const path = systemPathOf(workspaceDir, folder);
    fs.rename(systemPathOf(workspaceDir, spare), path);
    undo.push(() => {
      fs.rmdir(path);
    });
    for (const each of [folder, folderOf(folder)]) touched.set(each.path, each);
  }
}
