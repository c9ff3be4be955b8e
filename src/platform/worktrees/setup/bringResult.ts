import { chmod, lstat, mkdir, rename, rm, symlink, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { diskError } from '../../state/files/diskError';
import { isGone } from '../../workspace/contentHash';
import { copyFileTo } from './copyFileTo';
import { inParallel } from './inParallel';
import {
  DamagedResult,
  filesFolder,
  readResultList,
  type KeptEntry,
  type KeptFolder,
} from './resultList';

export interface Bringing {
  /** Absolute root of the worktree. */
  readonly root: string;
  /** An empty folder on the same disk. */
  readonly staging: string;
  readonly signal: AbortSignal;
}

/**
 * Brings a kept result into a worktree: into the staging folder first, from where it is moved once all of it is known to be
 * as it was kept. False if something is in its way; then, and when it throws, the worktree is as it was. Throws
 * `DamagedResult` and errors of the disk.
 */
export async function bringResult(folder: string, bringing: Bringing): Promise<boolean> {
  const { root, staging, signal } = bringing;
  const { tops, entries } = await readResultList(folder);
  for (const top of tops) if (!(await isFree(root, top))) return false;
  for (const top of tops) await mkdir(dirname(join(staging, top)), { recursive: true });
  const folders: KeptFolder[] = [];
  await inParallel(makeFolders(entries, staging, folders), async (entry) => {
    if (entry.kind === 'link') await symlink(entry.target, join(staging, entry.path));
    else await bringFile(folder, bringing, entry);
  });
  signal.throwIfAborted();
  await moveAll(tops, folders, bringing);
  return true;
}

/** Moves all of the staging folder, or nothing: what is moved already is removed where the disk refuses the rest. */
async function moveAll(
  tops: readonly string[],
  folders: readonly KeptFolder[],
  { root, staging }: Bringing,
): Promise<void> {
  const made: string[] = [];
  try {
    for (const top of tops) {
      const to = join(root, top);
      const led = await mkdir(dirname(to), { recursive: true });
      if (led !== undefined) made.push(led);
      await rename(join(staging, top), to);
      made.push(to);
    }
    // What is in a folder comes first: it changes the folder's time, and may not be reached afterwards.
    for (const { path, mode, mtimeMs } of folders.toReversed()) {
      await chmod(join(root, path), mode);
      await utimes(join(root, path), mtimeMs / 1000, mtimeMs / 1000);
    }
  } catch (error) {
    await undo(made, folders, root);
    throw error;
  }
}

/** Throws `StateError` if it cannot remove something: the worktree is then partly set up, and is created again when it is next opened. */
async function undo(
  made: readonly string[],
  folders: readonly KeptFolder[],
  root: string,
): Promise<void> {
  // A folder that nobody may write cannot be emptied; one that did not get here is not there.
  for (const { path } of folders) await chmod(join(root, path), 0o700).catch(() => undefined);
  try {
    for (const path of made) await rm(path, { recursive: true, force: true });
  } catch (error) {
    throw diskError('remove a part of what `setup` made from', root, error);
  }
}

/** The entries that are no folders; those are made, and noted in `made`. */
async function* makeFolders(
  entries: AsyncIterable<KeptEntry>,
  staging: string,
  made: KeptFolder[],
): AsyncGenerator<Exclude<KeptEntry, KeptFolder>> {
  for await (const entry of entries) {
    if (entry.kind === 'folder') {
      await mkdir(join(staging, entry.path));
      made.push(entry);
    } else yield entry;
  }
}

async function bringFile(
  folder: string,
  { staging, signal }: Bringing,
  { path, mode, mtimeMs, sha256 }: Extract<KeptEntry, { readonly kind: 'file' }>,
): Promise<void> {
  const to = join(staging, path);
  const copied = await orDamaged(path, copyFileTo(join(filesFolder(folder), path), to, { signal }));
  if (copied.sha256 !== sha256 || copied.mode !== mode) throw damagedAt(path);
  await utimes(to, mtimeMs / 1000, mtimeMs / 1000);
}

async function orDamaged<T>(path: string, copying: Promise<T>): Promise<T> {
  try {
    return await copying;
  } catch (error) {
    throw isGone(error) ? damagedAt(path) : error;
  }
}

function damagedAt(path: string): DamagedResult {
  return new DamagedResult(`${path} is not as it was kept`);
}

/** Whether nothing is at a path, and no link or file where folders lead to it. */
async function isFree(root: string, path: string): Promise<boolean> {
  if ((await lstatAt(root, path)) !== undefined) return false;
  for (let up = dirname(path); up !== '.'; up = dirname(up)) {
    const stats = await lstatAt(root, up);
    if (stats !== undefined && !stats.isDirectory()) return false;
  }
  return true;
}

async function lstatAt(root: string, path: string) {
  return await lstat(join(root, path)).catch(() => undefined);
}
