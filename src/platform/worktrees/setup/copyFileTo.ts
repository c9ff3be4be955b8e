import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, open } from 'node:fs/promises';
import { READ_FLAGS } from '../../workspace/contentHash';

const CHUNK_BYTES = 256 * 1024;

/** What a copy is. */
export interface CopiedFile {
  readonly mode: number;
  readonly size: number;
  readonly sha256: string;
}

/** Bits of a mode that say who may do what. */
export const PERMISSIONS = 0o7777;

/**
 * Copies a file with its mode, sharing the blocks of the disk where the file system can, and reads the copy. `onChunk` gets
 * its content. Rejects if the target exists.
 */
export async function copyFileTo(
  from: string,
  to: string,
  { signal, onChunk }: { readonly signal: AbortSignal; onChunk?: (chunk: Buffer) => void },
): Promise<CopiedFile> {
  signal.throwIfAborted();
  await copyFile(from, to, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
  const hash = createHash('sha256');
  const file = await open(to, READ_FLAGS);
  try {
    const { size, mode } = await file.stat();
    const buffer = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, size + 1));
    for (;;) {
      signal.throwIfAborted();
      const { bytesRead } = await file.read(buffer, 0, buffer.length);
      if (bytesRead === 0) return { mode: mode & PERMISSIONS, size, sha256: hash.digest('hex') };
      const chunk = buffer.subarray(0, bytesRead);
      hash.update(chunk);
      onChunk?.(chunk);
    }
  } finally {
    await file.close();
  }
}
