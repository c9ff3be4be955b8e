import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { placeInFolder } from './placeInFolder';

/** Whether a file of the folder lies outside it, links followed; false for one that is missing. Never rejects. */
export async function leavesFolder(folder: string, file: string): Promise<boolean> {
  try {
    const [root, real] = await Promise.all([realpath(folder), realpath(join(folder, file))]);
    return placeInFolder(root, real) === undefined;
  } catch {
    return false;
  }
}
