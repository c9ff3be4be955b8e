import { StateError } from '../../../ports/workspaceState';
import type { Change } from './plan';
import { inspect, type InspectContext } from './inspect';
import {
  folderOf,
  foldersAbove,
  systemPathOf,
  placeWithin,
  WORKSPACE,
  type Place,
} from './restorePlace';
import { restoreError } from './restoreError';

const STICKY = 0o1000n;

/**
 * Throws `StateError` unless every folder that will change is writable, as far as permissions
 * show. `emptied`: folders that are removed if nothing else is in them.
 */
export function assertFoldersWritable(
  context: InspectContext,
  changes: readonly Change[],
  emptied: readonly Place[],
): void {
  const { fs, workspaceDir } = context;
  const changing = new Map<string, Place>();
  for (const { place, from } of changes) {
    const folder = findNearestFolder(context, place);
    changing.set(folder.path, folder);
    if (from !== undefined) assertOwner(context, folder, place);
  }
  for (const folder of findRemovedFolders(context, changes, emptied).map(folderOf)) {
    changing.set(folder.path, folder);
  }
  for (const folder of changing.values()) {
    try {
      fs.checkWritable(systemPathOf(workspaceDir, folder));
    } catch (error) {
      throw restoreError('change files in', describe(context, folder), error);
    }
  }
}

/** The emptied folders in which nothing will be left. */
function findRemovedFolders(
  context: InspectContext,
  changes: readonly Change[],
  emptied: readonly Place[],
): readonly Place[] {
  const goes = new Set(changes.flatMap(({ place, to }) => (to === undefined ? [place.path] : [])));
  const innermostFirst = [...emptied].sort((a, b) => b.path.length - a.path.length);
  return innermostFirst.filter((folder) => {
    if (inspect(context, folder, []).kind !== 'folder') return false;
    const names = context.fs.readdir(systemPathOf(context.workspaceDir, folder));
    const isLast = names.every((name) => goes.has(placeWithin(folder, name).path));
    if (isLast) goes.add(folder.path);
    return isLast;
  });
}

/** In a sticky folder, only the owner of the file or folder may remove the file. */
function assertOwner({ fs, workspaceDir }: InspectContext, folder: Place, place: Place): void {
  const user = process.geteuid?.();
  if (user === undefined || user === 0) return;
  const stats = fs.lstat(systemPathOf(workspaceDir, folder));
  if (stats === undefined || (stats.mode & STICKY) === 0n || stats.uid === BigInt(user)) return;
  const owner = fs.lstat(systemPathOf(workspaceDir, place))?.uid;
  if (owner === undefined || owner === BigInt(user)) return;
  throw new StateError(
    `Could not replace ${place.path}: it belongs to another user; take ownership of it and try again.`,
  );
}

/** The innermost existing folder above a place. */
function findNearestFolder({ fs, workspaceDir }: InspectContext, place: Place): Place {
  let found = WORKSPACE;
  for (const folder of foldersAbove(place)) {
    if (fs.lstat(systemPathOf(workspaceDir, folder))?.isDirectory() !== true) return found;
    found = folder;
  }
  return found;
}

function describe({ workspaceDir }: InspectContext, { path }: Place): string {
  return path === '' ? workspaceDir : path;
}
