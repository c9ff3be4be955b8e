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

/** Where a restore keeps new content before and old content after the exchange. */
export interface Staging {
  /** The staging folders, one per device, because renames must stay on one device. */
  readonly folders: readonly Place[];
  /** A staged entry on the device of `place`. */
  entry(name: string, place: Place): Place;
  /** True if an interrupted call left one of the folders. */
  readonly resumed: boolean;
}

const ID = /^[A-Za-z0-9-]{1,200}$/;

/** Determines the staging folders of a restore without creating them. */
export function findStaging(
  context: InspectContext,
  { id, places }: { readonly id: string; readonly places: readonly Place[] },
): Staging {
  if (!ID.test(id)) throw new StateError(`"${id}" is not the id of a restore.`);
  const name = Buffer.from(STAGING_PREFIX + id);
  const deviceFolder = createDeviceLookup(context);
  const folders = new Map<string, Place>();
  const folderFor = (place: Place): Place => {
    const on = deviceFolder(place);
    const folder = folders.get(on.path) ?? placeWithin(on, name);
    folders.set(on.path, folder);
    return folder;
  };
  // The folder in the workspace root always exists: it marks a restore in progress.
  folderFor(WORKSPACE);
  places.forEach(folderFor);
  const all = [...folders.values()];
  return {
    folders: all,
    entry: (entryName, place) => placeWithin(folderFor(place), Buffer.from(entryName)),
    resumed: all.some((folder) => inspect(context, folder, []).kind !== 'absent'),
  };
}

/** Finds the outermost folder above a place on the same device. */
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

/** Creates the staging folders; reuses existing ones. */
export function createStaging(context: InspectContext, { folders }: Staging): void {
  const { fs, workspaceDir } = context;
  for (const folder of folders) {
    if (isStagingFolder(context, folder)) continue;
    fs.mkdir(systemPathOf(workspaceDir, folder), 0o700);
  }
}

/** Whether the staging folder exists; throws if something else has its name. */
export function isStagingFolder(context: InspectContext, folder: Place): boolean {
  const inspection = inspect(context, folder, []);
  if (inspection.kind === 'folder') return true;
  if (inspection.kind === 'absent' && inspectAbove(context, folder).kind === 'real') return false;
  throw new StateError(
    `${folder.path} is in the way: Devs needs this name for a moment. Move it away and try again.`,
  );
}
