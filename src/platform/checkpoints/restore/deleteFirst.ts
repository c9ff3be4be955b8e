import { setImmediate as nextTick } from 'node:timers/promises';
import { errorCode } from '../../state/files/diskError';
import { moveToStaging } from './apply';
import type { ApplyContext } from './applyContext';
import { isFree, isUntouched } from './inspect';
import type { Change } from './plan';
import { folderOf, systemPathOf } from './restorePlace';
import { isStaged, stageVersion, stagedName } from './stageContents';

const BLOCK = 4096;

/** Whether the error says that there is no space left. */
export function isDiskFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes(errorCode(error));
}

/** Whether the changes that delete free more than the new contents that are not staged yet take. */
export function wouldMakeRoom(context: ApplyContext, changes: readonly Change[]): boolean {
  const { fs, workspaceDir } = context;
  let room = 0;
  for (const change of changes) {
    if (change.to === undefined) {
      const stats = fs.lstat(systemPathOf(workspaceDir, change.place));
      // Content with a second name stays.
      if (stats?.nlink === 1n) room += Math.floor(Number(stats.size) / BLOCK) * BLOCK;
    } else if (!isStaged(context, change)) {
      // A block more for its name and its folder.
      room -= (Math.ceil(change.size / BLOCK) + 1) * BLOCK;
    }
  }
  return room > 0;
}

/**
 * Carries out the deletions for good, so that the new contents can be staged. Until the restore is complete,
 * `bringBack` is the only way back for those told to `onDeleted`.
 */
export async function deleteFirst(
  context: ApplyContext,
  changes: readonly Change[],
  onDeleted: (change: Change) => void,
): Promise<void> {
  const { fs, workspaceDir, staging, moved, undo } = context;
  for (const change of changes) {
    if (change.to !== undefined || !moveToStaging(context, change)) continue;
    const old = systemPathOf(
      workspaceDir,
      staging.entry(stagedName.old(change.index), change.place),
    );
    const [now, stats] = [fs.lstat(old), moved.at(-1)?.stats];
    // Written to meanwhile: it is kept like any other such content.
    if (now === undefined || stats === undefined || !isUntouched(now, stats)) continue;
    fs.unlink(old);
    moved.pop();
    undo.pop();
    onDeleted(change);
    await nextTick();
  }
}

/** Puts the deleted contents back, except where something else is now. Throws when the disk refuses. */
export async function bringBack(
  context: ApplyContext,
  deleted: readonly Change[],
  previous: (path: string) => Promise<Uint8Array>,
): Promise<void> {
  const { fs, workspaceDir, staging, touched } = context;
  for (const { index, place, from } of deleted) {
    if (from === undefined || !isFree(context, place)) continue;
    // Not under the name of old content: a part of it must never count as somebody's work.
    const staged = staging.entry(stagedName.new(index), place);
    await stageVersion({ ...context, content: previous }, { staged, place, version: from });
    fs.rename(systemPathOf(workspaceDir, staged), systemPathOf(workspaceDir, place));
    touched.set(folderOf(place).path, folderOf(place));
  }
}
