import type { Candidate, LeftPath } from './findCandidates';
import { isRefusal } from './restoreError';
import { isFree, inspect, type InspectContext } from './inspect';
import { systemPathOf, placeWithin, type Place } from './restorePlace';
import { stagedName } from './stageContents';
import { isStagingFolder, type Staging } from './staging';
import { isSame } from './version';

/**
 * Recovers from an interrupted call: content that it had moved away but not replaced goes back, so
 * that every path is in one of the two states again. Moved content that no longer matches the
 * checkpoint (written to meanwhile) or cannot be read stays in the staging folder and is reported.
 */
export function recoverStaging(
  context: InspectContext,
  staging: Staging,
  candidates: readonly Candidate[],
): ReadonlyMap<number, KeptContent> {
  const kept = new Map<number, KeptContent>();
  for (const candidate of candidates) {
    const { place } = candidate;
    const old = staging.entry(stagedName.old(candidate.index), place);
    const inspection = inspect(context, old);
    if (inspection.kind === 'unreachable' && exists(context, old))
      kept.set(candidate.index, toUnreadableContent(place, old, inspection.why));
    if (inspection.kind !== 'leaf') continue;
    const isOurs =
      candidate.from.kind === 'leaf' && isSame(inspection.version, candidate.from.version);
    const mayReturn = candidate.to.kind === 'leaf' || !isOurs;
    if (mayReturn && isFree(context, place)) move(context, old, place);
    else if (isOurs) context.fs.unlink(systemPathOf(context.workspaceDir, old));
    else kept.set(candidate.index, toKeptContent(place, old));
  }
  return kept;
}

function exists({ fs, workspaceDir }: InspectContext, place: Place): boolean {
  return fs.lstat(systemPathOf(workspaceDir, place)) !== undefined;
}

function toUnreadableContent({ path }: Place, { path: kept }: Place, why: string): KeptContent {
  return {
    kept,
    left: { path, why: `the content that was moved away is kept in ${kept}: ${why}` },
  };
}

function move({ fs, workspaceDir }: InspectContext, from: Place, to: Place): void {
  fs.rename(systemPathOf(workspaceDir, from), systemPathOf(workspaceDir, to));
}

/** Content of the user that no checkpoint holds and whose path is occupied. */
export interface KeptContent {
  /** Path of the kept content in a staging folder. */
  readonly kept: string;
  readonly left: LeftPath;
}

export function toKeptContent({ path }: Place, { path: kept }: Place): KeptContent {
  const why = `it was written to while it was being restored; that content is kept in ${kept}`;
  return { kept, left: { path, why } };
}

/**
 * Removes the staging folders with the files that a restore puts there, except `kept`; nothing
 * else. Returns what could not be removed.
 */
export function clearStaging(
  context: InspectContext,
  staging: Staging,
  kept: ReadonlySet<string>,
): readonly LeftPath[] {
  const left: LeftPath[] = [];
  // The folder in the workspace root goes last: it marks a restore in progress.
  for (const folder of [...staging.folders].reverse()) {
    try {
      if (isStagingFolder(context, folder)) clearFolder(context, folder, kept);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      const why = `it could not be removed (${(error as Error).message}); remove it yourself`;
      left.push({ path: folder.path, why });
    }
  }
  return left;
}

const STAGED_NAME = /^(?:new|old|folder)-[0-9-]{1,30}$/;

function clearFolder(context: InspectContext, folder: Place, kept: ReadonlySet<string>): void {
  const { fs, workspaceDir } = context;
  const path = systemPathOf(workspaceDir, folder);
  let isEmpty = true;
  for (const name of fs.readdir(path)) {
    const entry = placeWithin(folder, name);
    if (kept.has(entry.path) || !STAGED_NAME.test(name.toString('latin1'))) {
      isEmpty = false;
      continue;
    }
    const entryPath = systemPathOf(workspaceDir, entry);
    if (fs.lstat(entryPath)?.isDirectory() === true) fs.rmdir(entryPath);
    else fs.unlink(entryPath);
  }
  if (isEmpty) fs.rmdir(path);
}
