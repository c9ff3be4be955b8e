import { StateError } from '../../../ports/workspaceState';
import type { Step } from './deciding';
import type { Looking } from './looking';
import { foldersAbove, systemPathOf, WORKSPACE, type Place } from './place';
import { restoreError } from './restoreError';

const STICKY = 0o1000n;

/** Throws unless every folder in which something will change can be written, as far as that shows. */
export function checkFolders(looking: Looking, steps: readonly Step[]): void {
  const { fs, workspaceDir } = looking;
  const checked = new Set<string>();
  for (const step of steps) {
    const folder = nearestFolder(looking, step.place);
    if (step.from !== undefined) checkOwner(looking, folder, step.place);
    if (checked.has(folder.path)) continue;
    checked.add(folder.path);
    try {
      fs.checkWritable(systemPathOf(workspaceDir, folder));
    } catch (error) {
      throw restoreError('change files in', describe(looking, folder), error);
    }
  }
}

/** In a sticky folder only the owner of a file, or of the folder, may take it away. */
function checkOwner({ fs, workspaceDir }: Looking, folder: Place, place: Place): void {
  const user = process.geteuid?.();
  if (user === undefined || user === 0) return;
  const stats = fs.lstat(systemPathOf(workspaceDir, folder));
  if (stats === undefined || (stats.mode & STICKY) === 0n || stats.uid === BigInt(user)) return;
  const owner = fs.lstat(systemPathOf(workspaceDir, place))?.uid;
  if (owner === undefined || owner === BigInt(user)) return;
  throw new StateError(
    `Could not replace ${place.path}: it belongs to another user; make it yours and try again.`,
  );
}

/** The innermost folder above a place that is there. */
function nearestFolder({ fs, workspaceDir }: Looking, place: Place): Place {
  let found = WORKSPACE;
  for (const folder of foldersAbove(place)) {
    if (fs.lstat(systemPathOf(workspaceDir, folder))?.isDirectory() !== true) return found;
    found = folder;
  }
  return found;
}

function describe({ workspaceDir }: Looking, { path }: Place): string {
  return path === '' ? workspaceDir : path;
}
