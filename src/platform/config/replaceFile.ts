import { fchmodSync, openSync, readFileSync } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { nodeDurableFs, writeDurably } from '../state/files/durableFile';

/**
 * Replaces a file's text atomically; keeps its permissions and symbolic links to it. False, without writing, when the
 * file no longer contains `expected`. Rejects with the file system's error, and for a file that is read-only, which a
 * rename would replace all the same.
 */
export async function replaceFile(
  file: string,
  { expected, next }: { readonly expected: string; readonly next: string },
): Promise<boolean> {
  const target = await realpath(file);
  const mode = (await stat(target)).mode & 0o777;
  if ((mode & 0o222) === 0) throw new Error('the file is read-only; make it writable first.');
  // At once, so that no other change of this process comes between.
  if (readFileSync(target, 'utf8') !== expected) return false;
  writeDurably(target, Buffer.from(next), {
    ...nodeDurableFs,
    create: (path) => {
      const fd = openSync(path, 'wx', mode);
      fchmodSync(fd, mode);
      return fd;
    },
  });
  return true;
}
