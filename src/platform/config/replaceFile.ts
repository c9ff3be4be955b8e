import { fchmodSync, openSync, readFileSync } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { nodeDurableFs, writeDurably, type DurableFs } from '../state/files/durableFile';

/**
 * Replaces a file's text atomically; keeps its permissions and symbolic links to it. False, without writing, when the
 * file no longer contains `expected`. Rejects with the file system's error, and for a file that is read-only, which a
 * rename would replace all the same.
 */
export async function replaceFile(
  file: string,
  { expected, next }: { readonly expected: string; readonly next: string },
  fs: DurableFs = nodeDurableFs,
): Promise<boolean> {
  const target = await realpath(file);
  const mode = (await stat(target)).mode & 0o777;
  if ((mode & 0o222) === 0) throw new Error('the file is read-only; make it writable first.');
  const create = (path: string): number => {
    const fd = openSync(path, 'wx', mode);
    fchmodSync(fd, mode);
    return fd;
  };
  try {
    // Compared when all is written: another process may change the file until then.
    writeDurably(target, Buffer.from(next), { ...fs, create }, () => {
      if (readFileSync(target, 'utf8') !== expected) throw new ChangedMeanwhile();
    });
    return true;
  } catch (error) {
    if (error instanceof ChangedMeanwhile) return false;
    throw error;
  }
}

class ChangedMeanwhile extends Error {}
