import type { BigIntStats } from 'node:fs';
import { createSerialQueue } from '../../model/workspace/serialQueue';
import { UNREADABLE } from '../../model/workspace/checkpoint';
import { contentHash, isGone, kindOf, READ_FLAGS } from './contentHash';
import type { ContentReader } from './fileHashes';
import { open, readlink } from 'node:fs/promises';

/** Stores contents. */
export interface ContentSink {
  has(id: string): boolean;
  /** Those of the ids whose content is not stored yet. */
  listMissing(ids: readonly string[]): ReadonlySet<string>;
  /** Resolves with the content's id. */
  add(content: Buffer): Promise<string>;
}

/** Larger files are read one at a time, to limit memory. */
const MAX_PARALLEL_BYTES = 1024 * 1024;

/**
 * Reads each file once and stores exactly the content that it hashed; files larger than `limit`
 * bytes are only hashed. Rejects with the sink's errors.
 */
export function createStoringReader(sink: ContentSink, limit: number): ContentReader {
  const oneAtATime = createSerialQueue();
  return async (path, stats) => {
    const work = (): ReturnType<ContentReader> => read({ path, stats, sink, limit });
    return stats.size > MAX_PARALLEL_BYTES ? oneAtATime(work) : work();
  };
}

interface ReadOptions {
  readonly path: string | Buffer;
  readonly stats: BigIntStats;
  readonly sink: ContentSink;
  readonly limit: number;
}

async function read({ path, stats, sink, limit }: ReadOptions): ReturnType<ContentReader> {
  let content: Buffer | undefined;
  try {
    content = await readContent(path, stats, limit);
  } catch (error) {
    return isGone(error) ? undefined : { hash: UNREADABLE, size: 0 };
  }
  if (content !== undefined)
    return { hash: `${kindOf(stats)}:${await sink.add(content)}`, size: content.length };
  const hash = await contentHash(path, stats);
  // Larger than `limit`, even if `stats` reported a smaller size.
  const size = Math.max(Number(stats.size), stats.isFile() ? limit + 1 : 0);
  return hash === undefined ? undefined : { hash, size };
}

/**
 * Reads a file or the text of a link. Undefined if it is larger than `limit` bytes or no longer
 * what `stats` describes. Rejects with file system errors. Does not follow links or wait for
 * pipes.
 */
async function readContent(
  path: string | Buffer,
  stats: BigIntStats,
  limit: number,
): Promise<Buffer | undefined> {
  if (stats.isSymbolicLink()) return readlink(path, { encoding: 'buffer' });
  if (!stats.isFile() || stats.size > BigInt(limit)) return undefined;
  const file = await open(path, READ_FLAGS);
  try {
    const opened = await file.stat();
    if (!opened.isFile() || opened.size > limit) return undefined;
    // One extra byte detects a file that has grown; then the buffer grows up to the limit.
    let buffer: Buffer = Buffer.allocUnsafe(opened.size + 1);
    let length = 0;
    for (;;) {
      const { bytesRead } = await file.read(buffer, length, buffer.length - length);
      length += bytesRead;
      if (bytesRead === 0) return buffer.subarray(0, length);
      if (length > limit) return undefined;
      if (length === buffer.length) buffer = grown(buffer, limit);
    }
  } finally {
    await file.close();
  }
}

function grown(buffer: Buffer, limit: number): Buffer {
  const larger = Buffer.allocUnsafe(Math.min(buffer.length * 2 + 4096, limit + 1));
  buffer.copy(larger);
  return larger;
}
