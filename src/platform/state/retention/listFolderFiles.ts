import type { Stats } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** A file below a folder. */
export interface FolderFile {
  /** Path in the folder, with `/`. */
  readonly name: string;
  readonly stats: Stats;
}

/** Files read concurrently. */
const AT_ONCE = 64;

/**
 * Lists the plain files in a folder and, with `deep`, below it. Does not follow links, not even
 * the folder itself; omits what vanishes or cannot be read. Never rejects.
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

/** `lstat` of a path; undefined if it fails. */
export async function statsOf(path: string): Promise<Stats | undefined> {
  return await lstat(path).catch(() => undefined);
}

async function listNames(folder: string): Promise<readonly string[]> {
  const stats = await statsOf(folder);
  return stats?.isDirectory() === true ? await readdir(folder).catch(() => []) : [];
}
