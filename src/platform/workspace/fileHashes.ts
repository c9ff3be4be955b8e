import { lstatSync, type BigIntStats } from 'node:fs';
import { setImmediate as nextTick } from 'node:timers/promises';
import { UNREADABLE } from '../../model/workspace/checkpoint';
import { contentHash, isGone } from './contentHash';
import { systemPath, type ListedFile } from './listedFile';

type Stamp = Readonly<Record<'size' | 'mtimeNs' | 'ctimeNs' | 'ino' | 'mode', bigint>>;

interface CachedHash extends ReadContent {
  readonly stamp: Stamp;
  /** Milliseconds since 1970, taken before the content was read. */
  readonly hashedAt: number;
}

interface Stale {
  readonly file: ListedFile;
  readonly stats: BigIntStats;
}

/** Result of reading a file. */
export interface ReadContent {
  /** As from `contentHash`. */
  readonly hash: string;
  /** Bytes read. */
  readonly size: number;
}

/** Reads the file that `stats` describes. Undefined if it is gone or a folder. */
export type ContentReader = (
  path: string | Buffer,
  stats: BigIntStats,
) => Promise<ReadContent | undefined>;

/** A file with its hash. */
export interface HashedFile extends ReadContent {
  readonly file: ListedFile;
  /** Permission bits; 0 if unreadable. */
  readonly mode: number;
}

/** Hashes files; caches hashes of unchanged files between calls. */
export interface FileHashes {
  /** Path → hash, in the given order; omits missing files. Never rejects. */
  of(files: readonly ListedFile[]): Promise<ReadonlyMap<string, string>>;
  /** As `of`, with details; `read` reads files that are not cached, and may reject. */
  inDetail(
    files: readonly ListedFile[],
    read?: ContentReader,
  ): Promise<ReadonlyMap<string, HashedFile>>;
}

export interface FileHashesOptions {
  /** Absolute folder to which the files' paths are relative. */
  readonly root: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

const FILES_AT_ONCE = 16;
const STATS_PER_TICK = 1000;
const PERMISSION_BITS = 0o7777;

/** Coarsest time stamps in use (FAT). */
export const TIMESTAMP_GRAIN_MS = 2000;

/** Starts with an empty cache; caches only the files of the last call. */
export function createFileHashes({ root, now }: FileHashesOptions): FileHashes {
  let cache: ReadonlyMap<string, CachedHash> = new Map();
  const inDetail: FileHashes['inDetail'] = async (files, read = hashOnly) => {
    const known = cache;
    const fresh = new Map<string, CachedHash>();
    const stale: Stale[] = [];
    const hashed = new Map<string, HashedFile>();
    const isInFolder = createFolderCheck(root);
    for (const [index, file] of files.entries()) {
      if (index % STATS_PER_TICK === STATS_PER_TICK - 1) await nextTick();
      const stats = isInFolder(file.raw ?? file.path) ? lstatFile(root, file) : undefined;
      if (stats === undefined) continue;
      const cached = known.get(file.path);
      // Also reserves the position of files that are hashed below.
      hashed.set(file.path, { file, hash: UNREADABLE, size: 0, mode: 0 });
      if (stats === UNREADABLE || file.unreadable) continue;
      if (cached !== undefined && isSame(cached, stats)) fresh.set(file.path, cached);
      else stale.push({ file, stats });
    }
    await hashAll(stale, { root, now, fresh, read });
    for (const { file } of stale) if (!fresh.has(file.path)) hashed.delete(file.path);
    for (const [path, { hash, size, stamp }] of fresh) {
      const file = hashed.get(path)?.file;
      if (file !== undefined) {
        hashed.set(path, { file, hash, size, mode: Number(stamp.mode) & PERMISSION_BITS });
      }
    }
    cache = fresh;
    return hashed;
  };
  return {
    inDetail,
    of: async (files) =>
      new Map([...(await inDetail(files))].map(([path, { hash }]) => [path, hash])),
  };
}

const hashOnly: ContentReader = async (path, stats) => {
  const hash = await contentHash(path, stats);
  return hash === undefined ? undefined : { hash, size: Number(stats.size) };
};

function lstatFile(root: string, file: ListedFile): BigIntStats | typeof UNREADABLE | undefined {
  try {
    return lstatSync(systemPath(root, file), { bigint: true, throwIfNoEntry: false });
  } catch (error) {
    return isGone(error) ? undefined : UNREADABLE;
  }
}

/**
 * Whether the cached hash is valid. Follows git's rule for "racy" entries: a file modified just
 * before it was hashed may change again within the same clock tick, so only clearly older ones are
 * trusted.
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

interface HashOptions extends FileHashesOptions {
  readonly fresh: Map<string, CachedHash>;
  readonly read: ContentReader;
}

async function hashAll(
  stale: readonly Stale[],
  { root, now, fresh, read }: HashOptions,
): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let item = stale[next++]; item !== undefined; item = stale[next++]) {
      const { file, stats } = item;
      const hashedAt = now();
      const content = await read(systemPath(root, file), stats);
      if (content !== undefined)
        fresh.set(file.path, { ...content, stamp: stampOf(stats), hashedAt });
    }
  };
  const workers = Array.from({ length: FILES_AT_ONCE }, async () => {
    try {
      await worker();
    } catch (error) {
      // The other workers stop after their current file.
      next = stale.length;
      throw error;
    }
  });
  const failed = (await Promise.allSettled(workers)).find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}

/**
 * Creates a check that a relative path lies in real folders below `root`, so that accessing it
 * follows no link. Paths that are not valid UTF-8 are passed as bytes. Caches answers: create one
 * per moment.
 */
export function createFolderCheck(root: string): (path: string | Buffer) => boolean {
  const known = new Map<string, boolean>([['', true]]);
  const isReal = (folder: string, encoding: BufferEncoding): boolean => {
    const key = encoding === 'utf8' || folder === '' ? folder : `${encoding}\0${folder}`;
    let answer = known.get(key);
    if (answer === undefined) {
      answer = isReal(parentOf(folder), encoding) && isNoLink(root, folder, encoding);
      known.set(key, answer);
    }
    return answer;
  };
  return (path) =>
    typeof path === 'string'
      ? isReal(parentOf(path), 'utf8')
      : isReal(parentOf(path.toString('latin1')), 'latin1');
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 0));
}

// Missing or unreadable folders are handled when the file itself is read.
function isNoLink(root: string, folder: string, encoding: BufferEncoding): boolean {
  const path =
    encoding === 'utf8'
      ? `${root}/${folder}`
      : Buffer.concat([Buffer.from(`${root}/`), Buffer.from(folder, encoding)]);
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== true;
  } catch {
    return true;
  }
}
