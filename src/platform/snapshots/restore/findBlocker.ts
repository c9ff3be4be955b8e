import { errorCode } from '../../state/files/diskError';
import { isGitName } from '../names/gitName';
import { DENIED, inspect, type Inspection, type InspectContext } from './inspect';
import { systemPathOf, placeWithin, type Place } from './restorePlace';

/** What makes way around a path. */
export interface BlockerContext {
  /** Paths to be deleted. */
  readonly deleted: ReadonlySet<string>;
  /** Folders out of which the request deletes. */
  readonly emptied: ReadonlySet<string>;
  /** Folders with nothing in them that are to go as well: more are added here. */
  readonly emptyFolders: Place[];
}

/**
 * The path of what takes the place of a file or of a folder above it and will not go; undefined when
 * nothing does. A folder goes when all that is in it is deleted or is such a folder itself: no
 * checkpoint knows of one that holds nothing, and nobody's work is in it.
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

/** Undefined for a folder that may not be looked into. */
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
