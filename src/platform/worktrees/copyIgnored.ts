import { constants } from 'node:fs';
import { cp, lstat, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { glob } from 'tinyglobby';
import { StateError } from '../../ports/workspaceState';
import { isPattern } from '../workspace/isPattern';

/**
 * Copies files and folders, named or by pattern, relative to both folders. What is missing is left out, and what is there
 * already stays as it is. Throws `StateError`.
 */
export async function copyIgnored(
  named: readonly string[],
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  const plain = named.filter((name) => !isPattern(name));
  const patterns = named.filter(isPattern);
  const matches =
    patterns.length === 0
      ? []
      : await glob([...patterns], {
          cwd: from,
          dot: true,
          followSymbolicLinks: false,
          expandDirectories: false,
          ignore: ['**/.git/**'],
        });
  for (const path of [...plain, ...matches]) await copyPath(path, { from, to });
}

/** Those that are no patterns and are not in the folder. */
export async function findMissing(
  named: readonly string[],
  folder: string,
): Promise<readonly string[]> {
  const missing: string[] = [];
  for (const name of named)
    if (!isPattern(name) && !(await isThere(join(folder, name)))) missing.push(name);
  return missing;
}

async function copyPath(
  path: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  const [source, target] = [join(from, path), join(to, path)];
  if (!(await isThere(source))) return;
  try {
    await mkdir(dirname(target), { recursive: true });
    await cp(source, target, {
      recursive: true,
      force: false,
      verbatimSymlinks: true,
      preserveTimestamps: true,
      // Shares the blocks of the disk where the file system can.
      mode: constants.COPYFILE_FICLONE,
    });
  } catch (error) {
    const why = (error as Error).message;
    throw new StateError(`${path} could not be copied into the worktree: ${why}`, { cause: error });
  }
}

async function isThere(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined;
}
