import { lstatSync } from 'node:fs';
import { isGone } from '../workspace/contentHash';

/** Whether there is a file, link or folder. */
export function isThere(path: string | Buffer): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    // A file is where a folder above it was.
    if (isGone(error)) return false;
    throw error;
  }
}
