import { setImmediate as nextTick } from 'node:timers/promises';
import { errorCode } from '../../state/diskError';
import type { Commit } from './commit';
import { keptAside, type KeptAside } from './clearStaging';
import type { Step } from './deciding';
import { emptyFolders, makeFolders } from './folders';
import { isFree, isUntouched, lookAbove, lookAt, statsOf, type Looking } from './looking';
import { folderOf, systemPathOf, type Place } from './place';
import { stagedName } from './stageContents';
import { isSame, type Version } from './version';

export interface CommitPlan {
  readonly steps: readonly Step[];
  /** Folders that may go when they are empty. */
  readonly emptied: readonly Place[];
  readonly spares: ReadonlyMap<string, { readonly folder: Place; readonly spare: Place }>;
}

const STEPS_PER_TICK = 16;

// The folder is gone again, or cannot be synced here: every reader sees what changed all the same.
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
 * Carries the steps out: deletions, folders that became empty, new folders, new files. Throws what
 * the file system said; `undoCommit` then takes back what was done.
 */
export async function carryOut(
  commit: Commit,
  { steps, emptied, spares }: CommitPlan,
): Promise<void> {
  const deepestFirst = steps
    .filter(({ to }) => to === undefined)
    .sort((a, b) => b.place.path.split('/').length - a.place.path.split('/').length);
  await eachStep(deepestFirst, (step) => void takeAway(commit, step));
  emptyFolders(commit, emptied);
  const puts = steps.filter(({ to }) => to !== undefined);
  makeFolders(commit, spares.values());
  await eachStep(puts, (step) => put(commit, step));
  for (const folder of commit.touched.values()) syncFolder(commit, folder);
}

async function eachStep(steps: readonly Step[], work: (step: Step) => void): Promise<void> {
  for (const [index, step] of steps.entries()) {
    work(step);
    if (index % STEPS_PER_TICK === STEPS_PER_TICK - 1) await nextTick();
  }
}

/** Takes back what a commit did, newest first. Throws when that is not possible either. */
export function undoCommit({ undo }: Commit): void {
  while (undo.length > 0) undoNewest({ undo });
}

/** Forgotten only when it worked: what failed must not pass for undone. */
function undoNewest({ undo }: Pick<Commit, 'undo'>): void {
  undo.at(-1)?.();
  undo.pop();
}

/** What somebody wrote to after it was taken away: no checkpoint has it, so it is kept. */
export function writtenSince({ fs, workspaceDir, taken }: Commit): readonly KeptAside[] {
  return taken.flatMap(({ place, old, stats }) => {
    const now = fs.lstat(systemPathOf(workspaceDir, old));
    return now === undefined || isUntouched(now, stats) ? [] : [keptAside(place, old)];
  });
}

/**
 * Moves what stands at a place into the staging and looks only then what it is: nobody can exchange
 * it in between. False when it is not as it was recorded; then it stands where it stood.
 */
function takeAway(commit: Commit, { index, place, from }: Step): boolean {
  const isThere = lookAbove(commit, place).kind === 'real';
  const stats = isThere ? statsOf(commit, place) : undefined;
  if (stats === undefined || stats.isDirectory() || from === undefined) {
    commit.left.push({ path: place.path, why: 'it was changed just now' });
    return false;
  }
  const old = commit.staging.entry(stagedName.old(index), place);
  exchange(commit, place, old);
  const isOld = (version: Version | undefined): boolean => isSame(version, from);
  const look = lookAt(commit, old);
  if (look.kind === 'leaf' && isOld(look.version)) {
    commit.taken.push({ place, old, stats: look.stats });
    return true;
  }
  undoNewest(commit);
  commit.left.push({ path: place.path, why: 'it was changed just now' });
  return false;
}

function put(commit: Commit, step: Step): void {
  const { index, place, from } = step;
  if (from !== undefined && !takeAway(commit, step)) return;
  if (!isFree(commit, place)) {
    commit.left.push({ path: place.path, why: 'its place was taken just now' });
    return;
  }
  exchange(commit, commit.staging.entry(stagedName.new(index), place), place);
}

/** Renames one of ours onto a free place, and notes how to take that back. */
function exchange(commit: Commit, from: Place, to: Place): void {
  const { fs, workspaceDir, undo, touched } = commit;
  const [source, target] = [systemPathOf(workspaceDir, from), systemPathOf(workspaceDir, to)];
  requireFree(commit, to);
  fs.rename(source, target);
  undo.push(() => {
    requireFree(commit, from);
    fs.rename(target, source);
  });
  for (const folder of [folderOf(from), folderOf(to)]) touched.set(folder.path, folder);
}

function requireFree(commit: Commit, place: Place): void {
  if (isFree(commit, place)) return;
  throw Object.assign(new Error(`something stands at ${place.path}`), { code: 'EEXIST' });
}

/** Makes the entries of a folder durable where that is possible. */
export function syncFolder({ fs, workspaceDir }: Looking, folder: Place): void {
  try {
    fs.fsyncFolder(systemPathOf(workspaceDir, folder));
  } catch (error) {
    if (!NOT_SYNCABLE.has(errorCode(error))) throw error;
  }
}
