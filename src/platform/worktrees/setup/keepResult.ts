import { lstat, mkdir, readlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { copyFileTo, PERMISSIONS } from './copyFileTo';
import { inParallel } from './inParallel';
import { NotKept } from './notKept';
import { findOwnTarget, OwnPlacesSearch, type OwnPlaces } from './ownPlaces';
import { filesFolder, ResultListWriter, type KeptEntry } from './resultList';
import { walkAll, type Entry } from './walkAll';

export interface Keeping {
  /** Absolute root of the worktree. */
  readonly root: string;
  /** What its setup made, relative to it: the entries that are in no other one. */
  readonly tops: readonly string[];
  readonly own: OwnPlaces;
  readonly signal: AbortSignal;
}

/**
 * Copies what a setup made into an empty folder, and returns its bytes. Throws `NotKept` if it would be of no use in another worktree, and errors
 * of the disk; what is in the folder is then of no use either.
 */
export async function keepResult(folder: string, keeping: Keeping): Promise<number> {
  await mkdir(filesFolder(folder), { mode: 0o700 });
  const list = new ResultListWriter(folder, keeping.tops);
  let bytes = 0;
  try {
    await inParallel(makeFolders(folder, keeping, list), async (entry) => {
      const kept = await keepEntry(folder, keeping, entry);
      list.add(kept);
      if (kept.kind === 'file') bytes += kept.size;
    });
    list.end();
    return bytes;
  } finally {
    list.close();
  }
}

/** The entries that are no folders; those are made and listed before what is in them. */
async function* makeFolders(
  folder: string,
  { root, tops, signal }: Keeping,
  list: ResultListWriter,
): AsyncGenerator<Entry> {
  const to = filesFolder(folder);
  for (const top of tops) {
    await mkdir(dirname(join(to, top)), { recursive: true, mode: 0o700 });
    for await (const entry of walkAll(root, top)) {
      signal.throwIfAborted();
      const { path, kind } = entry;
      if (kind === 'folder') {
        // The mode is in the list alone: a folder that may not be written could not be removed.
        await mkdir(join(to, path), { mode: 0o700 });
        const { mode, mtimeMs } = await lstat(join(root, path));
        list.add({ kind, path, mode: mode & PERMISSIONS, mtimeMs });
      } else yield entry;
    }
  }
}

async function keepEntry(
  folder: string,
  { root, own, signal }: Keeping,
  { path, kind }: Entry,
): Promise<KeptEntry> {
  const from = join(root, path);
  if (kind === 'link') {
    const target = await readlink(from);
    refuse(path, findOwnTarget({ path, target }, own));
    return { kind, path, target };
  }
  if (kind !== 'file') throw new NotKept(`${path} is no file, folder or link`);
  const { mtimeMs } = await lstat(from);
  const search = new OwnPlacesSearch(own);
  const copied = await copyFileTo(from, join(filesFolder(folder), path), {
    ...{ signal, onChunk: (chunk) => search.push(chunk) },
  });
  refuse(path, search.found);
  return { kind, path, mtimeMs, ...copied };
}

function refuse(path: string, found: string | undefined): void {
  if (found !== undefined) throw new NotKept(`${path} ${found}`);
}
