import { StateError } from '../../../ports/workspaceState';
import { inspectAbove, inspect, type InspectContext } from './inspect';
import {
  foldersAbove,
  STAGING_PREFIX,
  systemPathOf,
  placeWithin,
  WORKSPACE,
  type Place,
} from './restorePlace';

/** Where a restore keeps new files before, and old ones after, they change places. */
export interface Staging {
  /** The staging folders, one for each device: what is renamed must stay on its own. */
  readonly folders: readonly Place[];
  /** A name on the device of `place`. */
  entry(name: string, place: Place): Place;
  /** True when an earlier call left one of the folders behind. */
  readonly resumed: boolean;
}

const ID = /^[A-Za-z0-9-]{1,200}$/;

/** Finds out where the staging folders of a restore are to be; makes none yet. */
export function findStaging(
  context: InspectContext,
  { id, places }: { readonly id: string; readonly places: readonly Place[] },
): Staging {
  if (!ID.test(id)) throw new StateError(`"${id}" is no id of a restore.`);
  const name = Buffer.from(STAGING_PREFIX + id);
  const deviceFolder = createDeviceLookup(context);
  const folders = new Map<string, Place>();
  const folderFor = (place: Place): Place => {
    const on = deviceFolder(place);
    const folder = folders.get(on.path) ?? placeWithin(on, name);
    folders.set(on.path, folder);
    return folder;
  };
  // The one in the workspace itself is always there: it tells that a restore is under way.
  folderFor(WORKSPACE);
  places.forEach(folderFor);
  const all = [...folders.values()];
  return {
    folders: all,
    entry: (entryName, place) => placeWithin(folderFor(place), Buffer.from(entryName)),
    resumed: all.some((folder) => inspect(context, folder, []).kind !== 'absent'),
  };
}

/** For each place the outermost folder above it that lies on the same device. */
function createDeviceLookup({ fs, workspaceDir }: InspectContext): (place: Place) => Place {
  const root = fs.lstat(systemPathOf(workspaceDir, WORKSPACE));
  const devices = new Map<string, bigint | undefined>();
  const deviceOf = (folder: Place): bigint | undefined => {
    if (!devices.has(folder.path)) {
      const stats = fs.lstat(systemPathOf(workspaceDir, folder));
      devices.set(folder.path, stats?.isDirectory() === true ? stats.dev : undefined);
    }
    return devices.get(folder.path);
  };
  return (place) => {
    let found = { folder: WORKSPACE, device: root?.dev };
    for (const folder of foldersAbove(place)) {
      const device = deviceOf(folder);
      if (device === undefined) break;
      if (device !== found.device) found = { folder, device };
    }
    return found.folder;
  };
}

/** Makes the staging folders, or takes those that are there. */
export function createStaging(context: InspectContext, { folders }: Staging): void {
  const { fs, workspaceDir } = context;
  for (const folder of folders) {
    if (isStagingFolder(context, folder)) continue;
    fs.mkdir(systemPathOf(workspaceDir, folder), 0o700);
  }
}

/** False when it is not there; throws when something else has its name. */
export function isStagingFolder(context: InspectContext, folder: Place): boolean {
  const inspection = inspect(context, folder, []);
  if (inspection.kind === 'folder') return true;
  if (inspection.kind === 'absent' && inspectAbove(context, folder).kind === 'real') return false;
  throw new StateError(
    `${folder.path} is in the way: Devs needs this name for a moment. Move it away and try again.`,
  );
}
