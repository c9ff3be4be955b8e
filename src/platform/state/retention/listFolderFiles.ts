import type { Stats } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** A file below a folder. */
export interface FolderFile {
  /** Path in the folder, with `/`. */
  readonly name: string;
  readonly stats: Stats;
}

/** Files that are looked at together. */
const AT_ONCE = 64;

/**
 * The plain files in a folder and, with `deep`, in the folders below it. Links are not followed, not
 * even the folder itself; what vanishes meanwhile or cannot be read is left out. Never rejects.
 */
export async function listFolderFiles(
  folder: string,
  options: { readonly deep: boolean },
): Promise<readonly FolderFile[]> {
  const files: FolderFile[] = [];
  const folders = [''];
  for (let below = folders.pop(); below !== undefined; below = folders.pop()) {
    const names = await listNames(join(folder, below));
    for (let from = 0; from < names.length; from += AT_ONCE) {
      const found = await Promise.all(
        names.slice(from, from + AT_ONCE).map(async (each) => {
          const name = below === '' ? each : `${below}/${each}`;
          return { name, stats: await statsOf(join(folder, name)) };
        }),
      );
      for (const { name, stats } of found) {
        if (stats?.isFile() === true) files.push({ name, stats });
        else if (options.deep && stats?.isDirectory() === true) folders.push(name);
      }
    }
  }
  return files;
}

/** What stands at a path, itself and not what it links to; undefined when nothing can be told. */
export async function statsOf(path: string): Promise<Stats | undefined> {
  return await lstat(path).catch(() => undefined);
}

async function listNames(folder: string): Promise<readonly string[]> {
  const stats = await statsOf(folder);
  return stats?.isDirectory() === true ? await readdir(folder).catch(() => []) : [];
}
