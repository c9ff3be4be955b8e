import { lstat, open, realpath, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { isBelow } from './isBelow';
import { READ_FLAGS } from './contentHash';

/** Bytes of the largest file whose text is read. */
export const MAX_TEXT_BYTES = 1_000_000;

/**
 * Text of a plain file below `root` as UTF-8: invalid bytes replaced, a byte order mark left out.
 * Undefined when it is missing, bigger than `MAX_TEXT_BYTES`, unreadable, a link, pipe or device, or
 * lies outside, also by way of a linked folder. Never rejects.
 */
export async function readText(root: string, path: string): Promise<string | undefined> {
  try {
    const file = join(root, path);
    // Checked before opening: opening a pipe or device may have effects.
    if (!(await lstat(file)).isFile()) return undefined;
    const handle = await open(file, READ_FLAGS);
    try {
      return (await isReallyBelow(root, file, handle)) ? await textOf(handle) : undefined;
    } finally {
      await handle.close();
    }
  } catch {
    return undefined;
  }
}

/** Whether the opened file lies below the root after resolving all links. */
async function isReallyBelow(root: string, file: string, handle: FileHandle): Promise<boolean> {
  const real = await realpath(file);
  if (!isBelow(await realpath(root), real)) return false;
  // A folder on the path may have been a link at the moment of opening.
  const [opened, found] = await Promise.all([
    handle.stat({ bigint: true }),
    stat(real, { bigint: true }),
  ]);
  return opened.isFile() && opened.ino === found.ino && opened.dev === found.dev;
}

async function textOf(handle: FileHandle): Promise<string | undefined> {
  // One extra byte detects a larger file.
  const buffer = Buffer.allocUnsafe(MAX_TEXT_BYTES + 1);
  let length = 0;
  for (;;) {
    const { bytesRead } = await handle.read(buffer, length, buffer.length - length);
    length += bytesRead;
    if (length > MAX_TEXT_BYTES) return undefined;
    if (bytesRead === 0) return new TextDecoder().decode(buffer.subarray(0, length));
  }
}
