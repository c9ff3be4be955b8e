import type { BigIntStats } from 'node:fs';
import { open, readlink } from 'node:fs/promises';
import { READ_FLAGS } from '../../workspace/files/contentHash';

/**
 * Reads a file or the text of a link. Undefined if it is larger than `limit` bytes or no longer
 * what `stats` describes. Rejects with file system errors. Does not follow links or wait for
 * pipes.
 */
export async function readContent(
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
