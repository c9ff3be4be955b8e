import { createHash } from 'node:crypto';
import { constants, type BigIntStats } from 'node:fs';
import { open, readlink } from 'node:fs/promises';
import { UNREADABLE } from '../../model/workspace/checkpoint';

const CHUNK_BYTES = 256 * 1024;
const OWNER_MAY_EXECUTE = 0o100n;

/**
 * Flags for opening a plain file after `lstat`: neither waits for a pipe nor follows a link that
 * replaced it. (Not available on Windows.)
 */
export const READ_FLAGS =
  constants.O_RDONLY |
  ((constants.O_NOFOLLOW as number | undefined) ?? 0) |
  ((constants.O_NONBLOCK as number | undefined) ?? 0);

/**
 * Hash of kind, executable bit and content. A link is hashed by its text; other kinds are named
 * and never opened. Undefined if the file is gone or a folder.
 */
export async function contentHash(
  path: string | Buffer,
  stats: BigIntStats,
): Promise<string | undefined> {
  if (stats.isDirectory()) return undefined;
  try {
    if (stats.isSymbolicLink()) {
      return `${kindOf(stats)}:${createHash('sha256')
        .update(await readlink(path, { encoding: 'buffer' }))
        .digest('hex')}`;
    }
    if (!stats.isFile()) return `special:${specialKind(stats)}`;
    return `${kindOf(stats)}:${await fileDigest(path)}`;
  } catch (error) {
    return isGone(error) ? undefined : UNREADABLE;
  }
}

/** Prefix of the hash of a file or link. */
export function kindOf(stats: BigIntStats): 'file' | 'executable' | 'link' {
  if (stats.isSymbolicLink()) return 'link';
  return (stats.mode & OWNER_MAY_EXECUTE) === 0n ? 'file' : 'executable';
}

/** Whether the error means that the file does not exist. */
export function isGone(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code;
  return code === 'ENOENT' || code === 'ENOTDIR';
}

function specialKind(stats: BigIntStats): string {
  if (stats.isFIFO()) return 'pipe';
  if (stats.isSocket()) return 'socket';
  return 'device';
}

async function fileDigest(path: string | Buffer): Promise<string> {
  const hash = createHash('sha256');
  const file = await open(path, READ_FLAGS);
  try {
    const { size } = await file.stat();
    const buffer = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, Math.max(size + 1, 1024)));
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, buffer.length);
      if (bytesRead === 0) return hash.digest('hex');
      hash.update(buffer.subarray(0, bytesRead));
    }
  } finally {
    await file.close();
  }
}
