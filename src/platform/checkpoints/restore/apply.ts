import { setImmediate as nextTick } from 'node:timers/promises';
import { errorCode } from '../../state/files/diskError';
import type { ApplyContext } from './applyContext';
import { toKeptContent, type KeptContent } from './clearStaging';
import type { Change } from './plan';
import { removeEmptyFolders, placeFolders } from './applyFolders';
import {
  isFree,
  isUntouched,
  inspectAbove,
  inspect,
  exactStatsOf,
  type InspectContext,
} from './inspect';
import { folderOf, systemPathOf, type Place } from './restorePlace';
import { stagedName } from './stageContents';
import { isSame, type Version } from './version';

export interface ApplyPlan {
  readonly changes: readonly Change[];
  /** Folders to remove if they are empty. */
  readonly emptied: readonly Place[];
  readonly spares: ReadonlyMap<string, { readonly folder: Place; readonly spare: Place }>;
}

const CHANGES_PER_TICK = 16;

// The folder is gone or cannot be synced: readers see the changes anyway.
const NOT_SYNCABLE = new Set([
  'EINVAL',
  'ENOTSUP',
  'EOPNOTSUPP',
  'ENOSYS',
  'EISDIR',
  'EPERM',
  'EACCES',
  'ENOENT',
  'ENOTDIR',
]);

/**
 * Applies the changes: deletions, removal of emptied folders, new folders, new files. Throws file
 * system errors; `undoChanges` then reverts the changes.
 */
export async function applyPlan(
  context: ApplyContext,
  { changes, emptied, spares }: ApplyPlan,
): Promise<void> {
  const deepestFirst = changes
    .filter(({ to }) => to === undefined)
    .sort((a, b) => b.place.path.split('/').length - a.place.path.split('/').length);
  await forEachChange(deepestFirst, (change) => void moveToStaging(context, change));
  removeEmptyFolders(context, emptied);
  const puts = changes.filter(({ to }) => to !== undefined);
  placeFolders(context, spares.values());
  await forEachChange(puts, (change) => placeStaged(context, change));
  for (const folder of context.touched.values()) syncFolder(context, folder);
}

async function forEachChange(
  changes: readonly Change[],
  work: (change: Change) => void,
): Promise<void> {
  for (const [index, change] of changes.entries()) {
    work(change);
    if (index % CHANGES_PER_TICK === CHANGES_PER_TICK - 1) await nextTick();
  }
}

/** Reverts the applied changes, newest first. Throws when that fails too. */
export function undoChanges({ undo }: ApplyContext): void {
  while (undo.length > 0) undoNewest({ undo });
}

/** Removed only after success: a failed undo must not count as done. */
function undoNewest({ undo }: Pick<ApplyContext, 'undo'>): void {
  undo.at(-1)?.();
  undo.pop();
}

/** Finds moved content that was written to afterwards: no checkpoint has it, so it is kept. */
export function findWrittenSince({
  fs,
  workspaceDir,
  moved: taken,
}: ApplyContext): readonly KeptContent[] {
  return taken.flatMap(({ place, old, stats }) => {
    const now = fs.lstat(systemPathOf(workspaceDir, old));
    return now === undefined || isUntouched(now, stats) ? [] : [toKeptContent(place, old)];
  });
}

/**
 * Moves the content of a place to the staging folder and verifies it there, so that it cannot be
 * exchanged in between. False if it is not the recorded content; then it is moved back.
 */
export function moveToStaging(context: ApplyContext, { index, place, from }: Change): boolean {
  const isThere = inspectAbove(context, place).kind === 'real';
  const stats = isThere ? exactStatsOf(context, place) : undefined;
  if (stats === undefined || stats.isDirectory() || from === undefined) {
    context.left.push({ path: place.path, why: 'it was changed just now' });
    return false;
  }
  const old = context.staging.entry(stagedName.old(index), place);
  renameUndoably(context, place, old);
  const isOld = (version: Version | undefined): boolean => isSame(version, from);
  const inspection = inspect(context, old);
  if (inspection.kind === 'leaf' && isOld(inspection.version)) {
    context.moved.push({ place, old, stats: inspection.stats });
    return true;
  }
  undoNewest(context);
  context.left.push({ path: place.path, why: 'it was changed just now' });
  return false;
}

function placeStaged(context: ApplyContext, change: Change): void {
  const { index, place, from } = change;
  if (from !== undefined && !moveToStaging(context, change)) return;
  if (!isFree(context, place)) {
    context.left.push({ path: place.path, why: 'another file appeared in its place just now' });
    return;
  }
  renameUndoably(context, context.staging.entry(stagedName.new(index), place), place);
}

/** Renames a staged entry to a free place and records how to undo it. */
function renameUndoably(context: ApplyContext, from: Place, to: Place): void {
  const { fs, workspaceDir, undo, touched } = context;
  const [source, target] = [systemPathOf(workspaceDir, from), systemPathOf(workspaceDir, to)];
  requireFree(context, to);
  fs.rename(source, target);
  undo.push(() => {
    requireFree(context, from);
    fs.rename(target, source);
  });
  for (const folder of [folderOf(from), folderOf(to)]) touched.set(folder.path, folder);
}

function requireFree(context: ApplyContext, place: Place): void {
  if (isFree(context, place)) return;
  throw Object.assign(new Error(`something is already at ${place.path}`), { code: 'EEXIST' });
}

/** Makes the entries of a folder durable, if supported. */
export function syncFolder({ fs, workspaceDir }: InspectContext, folder: Place): void {
  try {
    fs.fsyncFolder(systemPathOf(workspaceDir, folder));
  } catch (error) {
    if (!NOT_SYNCABLE.has(errorCode(error))) throw error;
  }
}
