import { errorCode } from '../../state/files/diskError';
import { isGitName } from '../../workspace/gitName';
import { DENIED, inspect, type Inspection, type InspectContext } from './inspect';
import { systemPathOf, placeWithin, type Place } from './restorePlace';

/** Paths around a path that the plan deletes. */
export interface BlockerContext {
  /** Paths to be deleted. */
  readonly deleted: ReadonlySet<string>;
  /** Folders above paths that the request deletes. */
  readonly emptied: ReadonlySet<string>;
  /** Empty folders to remove; extended by `findBlocker`. */
  readonly emptyFolders: Place[];
}

/**
 * Finds a path that blocks a file or a folder above it and will not be removed; undefined if none.
 * A folder is removed when everything in it is deleted or is such a folder itself: checkpoints do
 * not record empty folders, and they hold no one's work.
 */
export function findBlocker(
  context: InspectContext,
  place: Place,
  inspection: Inspection,
  making: BlockerContext,
): string | undefined {
  if (inspection.kind === 'absent') {
    const by = inspection.blockedBy;
    return by === undefined || making.deleted.has(by) ? undefined : by;
  }
  if (inspection.kind !== 'folder') return undefined;
  const emptyFolders: Place[] = [];
  const stays = findBlockerIn(context, place, { ...making, emptyFolders });
  if (stays === undefined) making.emptyFolders.push(...emptyFolders);
  return stays;
}

function findBlockerIn(
  context: InspectContext,
  folder: Place,
  making: BlockerContext,
): string | undefined {
  const names = listNames(context, folder);
  if (names === undefined) return `${folder.path}/`;
  for (const name of names) {
    const place = placeWithin(folder, name);
    if (making.deleted.has(place.path)) continue;
    const isFolder = !isGitName(name.toString()) && inspect(context, place, []).kind === 'folder';
    const stays = isFolder ? findBlockerIn(context, place, making) : place.path;
    if (stays !== undefined) return making.emptied.has(folder.path) ? stays : `${folder.path}/`;
  }
  making.emptyFolders.push(folder);
  return undefined;
}

/** Undefined if the folder may not be read. */
function listNames(
  { fs, workspaceDir }: InspectContext,
  folder: Place,
): readonly Buffer[] | undefined {
  try {
    return fs.readdir(systemPathOf(workspaceDir, folder));
  } catch (error) {
    if (!DENIED.has(errorCode(error))) throw error;
    return undefined;
  }
}
