import type { Candidate, Left } from './candidates';
import { isRefusal } from './restoreError';
import { isFree, lookAt, type Looking } from './looking';
import { systemPathOf, within, type Place } from './place';
import { stagedName } from './stageContents';
import { isStagingFolder, type Staging } from './staging';
import { isSame } from './version';

/**
 * After a call that was cut off: what it had taken away but not replaced goes back to its place, so
 * that every path stands as in one of the two states again. What it had taken away and is no
 * version of the checkpoint any more (somebody still wrote to it), or cannot be looked at, is told
 * and stays where it is.
 */
export function recover(
  looking: Looking,
  staging: Staging,
  candidates: readonly Candidate[],
): ReadonlyMap<number, KeptAside> {
  const kept = new Map<number, KeptAside>();
  for (const candidate of candidates) {
    const { place } = candidate;
    const old = staging.entry(stagedName.old(candidate.index), place);
    const look = lookAt(looking, old);
    if (look.kind === 'unreachable' && isThere(looking, old))
      kept.set(candidate.index, unseen(place, old, look.why));
    if (look.kind !== 'leaf') continue;
    const isOurs = candidate.from.kind === 'leaf' && isSame(look.version, candidate.from.version);
    const mayReturn = candidate.to.kind === 'leaf' || !isOurs;
    if (mayReturn && isFree(looking, place)) move(looking, old, place);
    else if (isOurs) looking.fs.unlink(systemPathOf(looking.workspaceDir, old));
    else kept.set(candidate.index, keptAside(place, old));
  }
  return kept;
}

/** Throws when not even that can be told. */
function isThere({ fs, workspaceDir }: Looking, place: Place): boolean {
  return fs.lstat(systemPathOf(workspaceDir, place)) !== undefined;
}

function unseen({ path }: Place, { path: kept }: Place, why: string): KeptAside {
  return { kept, left: { path, why: `what was taken from there stays in ${kept}: ${why}` } };
}

function move({ fs, workspaceDir }: Looking, from: Place, to: Place): void {
  fs.rename(systemPathOf(workspaceDir, from), systemPathOf(workspaceDir, to));
}

/** Content of the user that no checkpoint holds and whose place is taken. */
export interface KeptAside {
  /** Path of what is kept, in a staging folder. */
  readonly kept: string;
  readonly left: Left;
}

export function keptAside({ path }: Place, { path: kept }: Place): KeptAside {
  const why = `it was written to while it was being restored; that content is kept in ${kept}`;
  return { kept, left: { path, why } };
}

/**
 * Removes the staging folders with all that a restore keeps there, `kept` aside; never more.
 * Whatever cannot be removed is told.
 */
export function clearStaging(
  looking: Looking,
  staging: Staging,
  kept: ReadonlySet<string>,
): readonly Left[] {
  const left: Left[] = [];
  // The workspace's own goes last: it tells that a restore is under way.
  for (const folder of [...staging.folders].reverse()) {
    try {
      if (isStagingFolder(looking, folder)) clearFolder(looking, folder, kept);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      const why = `it could not be removed (${(error as Error).message}); remove it yourself`;
      left.push({ path: folder.path, why });
    }
  }
  return left;
}

const STAGED = /^(?:new|old|folder)-[0-9-]{1,30}$/;

function clearFolder(looking: Looking, folder: Place, kept: ReadonlySet<string>): void {
  const { fs, workspaceDir } = looking;
  const path = systemPathOf(workspaceDir, folder);
  let isEmpty = true;
  for (const name of fs.readdir(path)) {
    const entry = within(folder, name);
    if (kept.has(entry.path) || !STAGED.test(name.toString('latin1'))) {
      isEmpty = false;
      continue;
    }
    const entryPath = systemPathOf(workspaceDir, entry);
    if (fs.lstat(entryPath)?.isDirectory() === true) fs.rmdir(entryPath);
    else fs.unlink(entryPath);
  }
  if (isEmpty) fs.rmdir(path);
}
