import { errorCode } from '../../state/diskError';
import { isGitName } from '../names/gitName';
import { DENIED, lookAt, type Look, type Looking } from './looking';
import { systemPathOf, within, type Place } from './place';

/** What makes way around a path. */
export interface MakingWay {
  /** Paths to be deleted. */
  readonly deleted: ReadonlySet<string>;
  /** Folders out of which the request deletes. */
  readonly emptied: ReadonlySet<string>;
  /** Folders with nothing in them that are to go as well: more are added here. */
  readonly hollow: Place[];
}

/**
 * The path of what takes the place of a file or of a folder above it and will not go; undefined when
 * nothing does. A folder goes when all that is in it is deleted or is such a folder itself: no
 * checkpoint knows of one that holds nothing, and nobody's work is in it.
 */
export function whatStaysInTheWay(
  looking: Looking,
  place: Place,
  look: Look,
  making: MakingWay,
): string | undefined {
  if (look.kind === 'absent') {
    const by = look.blockedBy;
    return by === undefined || making.deleted.has(by) ? undefined : by;
  }
  if (look.kind !== 'folder') return undefined;
  const hollow: Place[] = [];
  const stays = whatStaysIn(looking, place, { ...making, hollow });
  if (stays === undefined) making.hollow.push(...hollow);
  return stays;
}

function whatStaysIn(looking: Looking, folder: Place, making: MakingWay): string | undefined {
  const names = namesIn(looking, folder);
  if (names === undefined) return `${folder.path}/`;
  for (const name of names) {
    const place = within(folder, name);
    if (making.deleted.has(place.path)) continue;
    const isFolder = !isGitName(name.toString()) && lookAt(looking, place, []).kind === 'folder';
    const stays = isFolder ? whatStaysIn(looking, place, making) : place.path;
    if (stays !== undefined) return making.emptied.has(folder.path) ? stays : `${folder.path}/`;
  }
  making.hollow.push(folder);
  return undefined;
}

/** Undefined for a folder that may not be looked into. */
function namesIn({ fs, workspaceDir }: Looking, folder: Place): readonly Buffer[] | undefined {
  try {
    return fs.readdir(systemPathOf(workspaceDir, folder));
  } catch (error) {
    if (!DENIED.has(errorCode(error))) throw error;
    return undefined;
  }
}
