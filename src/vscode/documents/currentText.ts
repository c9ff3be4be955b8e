import { lstat, readFile, readlink, realpath } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { contentText, MAX_SHOWN } from './contentText';

/** Text of a file of the workspace for a read-only diff: links are not followed, and what is no text is described. */
export async function currentText(folder: string, path: string): Promise<string> {
  try {
    const file = join(folder, ...path.split('/'));
    if (!(await isInside(folder, dirname(file))))
      return 'This file is not shown: a link in its path leads out of the workspace.\n';
    const stats = await lstat(file);
    if (stats.isSymbolicLink()) return await readlink(file);
    if (!stats.isFile()) return 'This is not a file.\n';
    if (stats.size > MAX_SHOWN) return `This file is too large to be shown: ${stats.size} bytes\n`;
    return contentText(await readFile(file));
  } catch (error) {
    return `This file cannot be read: ${error instanceof Error ? error.message : String(error)}\n`;
  }
}

async function isInside(folder: string, place: string): Promise<boolean> {
  const [root, parent] = [await realpath(folder), await realpath(place)];
  return parent === root || parent.startsWith(root.endsWith(sep) ? root : `${root}${sep}`);
}
