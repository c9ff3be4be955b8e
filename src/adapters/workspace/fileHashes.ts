import { lstatSync, type BigIntStats } from 'node:fs';
import { setImmediate as nextTick } from 'node:timers/promises';
import { contentHash, isGone, UNREADABLE } from './contentHash';
import { createFolderCheck } from './folderCheck';
import { systemPath, type ListedFile } from './listedFile';

type Stamp = Readonly<Record<'size' | 'mtimeNs' | 'ctimeNs' | 'ino' | 'mode', bigint>>;

interface CachedHash {
  readonly stamp: Stamp;
  readonly hash: string;
  /** Milliseconds since 1970, taken before the content was read. */
  readonly hashedAt: number;
}

interface Stale {
  readonly file: ListedFile;
  readonly stats: BigIntStats;
}

/** Hashes of files, remembered from call to call for those that did not change in between. */
export interface FileHashes {
  /** Path → hash, in the order given; files that are gone are left out. Never rejects. */
  of(files: readonly ListedFile[]): Promise<ReadonlyMap<string, string>>;
}

export interface FileHashesOptions {
  /** Absolute folder to which the files' paths are relative. */
  readonly root: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

const FILES_AT_ONCE = 16;
const LOOKS_PER_TICK = 1000;

/** Coarsest time stamps in use (FAT). */
export const TIMESTAMP_GRAIN_MS = 2000;

/** Starts with nothing remembered; remembers only the files of the last call. */
export function createFileHashes({ root, now }: FileHashesOptions): FileHashes {
  let cache: ReadonlyMap<string, CachedHash> = new Map();
  return {
    async of(files) {
      const known = cache;
      const fresh = new Map<string, CachedHash>();
      const stale: Stale[] = [];
      const hashes = new Map<string, string>();
      const isInFolder = createFolderCheck(root);
      for (const [index, file] of files.entries()) {
        if (index % LOOKS_PER_TICK === LOOKS_PER_TICK - 1) await nextTick();
        const stats = isInFolder(file.path) ? look(root, file) : undefined;
        if (stats === undefined) continue;
        const cached = known.get(file.path);
        hashes.set(file.path, UNREADABLE);
        if (stats === UNREADABLE || file.unreadable) continue;
        if (cached !== undefined && isSame(cached, stats)) fresh.set(file.path, cached);
        else stale.push({ file, stats });
      }
      await hashAll(stale, { root, now, fresh });
      for (const { file } of stale) if (!fresh.has(file.path)) hashes.delete(file.path);
      for (const [path, { hash }] of fresh) hashes.set(path, hash);
      cache = fresh;
      return hashes;
    },
  };
}

function look(root: string, file: ListedFile): BigIntStats | typeof UNREADABLE | undefined {
  try {
    return lstatSync(systemPath(root, file), { bigint: true, throwIfNoEntry: false });
  } catch (error) {
    return isGone(error) ? undefined : UNREADABLE;
  }
}

/**
 * Git's rule for "racy" entries: a file touched just before it was hashed may have been written
 * again within the same tick of the file system's clock, so only clearly older ones are trusted.
 */
function isSame({ stamp: before, hashedAt }: CachedHash, stats: BigIntStats): boolean {
  const touched = stats.mtimeMs > stats.ctimeMs ? stats.mtimeMs : stats.ctimeMs;
  return (
    before.size === stats.size &&
    before.mtimeNs === stats.mtimeNs &&
    before.ctimeNs === stats.ctimeNs &&
    before.ino === stats.ino &&
    before.mode === stats.mode &&
    Number(touched) < hashedAt - TIMESTAMP_GRAIN_MS
  );
}

// The whole statistics object would cost ten times the memory.
function stampOf({ size, mtimeNs, ctimeNs, ino, mode }: BigIntStats): Stamp {
  return { size, mtimeNs, ctimeNs, ino, mode };
}

async function hashAll(
  stale: readonly Stale[],
  { root, now, fresh }: FileHashesOptions & { readonly fresh: Map<string, CachedHash> },
): Promise<void> {
  const waiting = stale.values();
  const worker = async (): Promise<void> => {
    for (const { file, stats } of waiting) {
      const hashedAt = now();
      const hash = await contentHash(systemPath(root, file), stats);
      if (hash !== undefined) fresh.set(file.path, { stamp: stampOf(stats), hash, hashedAt });
    }
  };
  await Promise.all(Array.from({ length: FILES_AT_ONCE }, worker));
}
