import { isAbsolute, relative, sep } from 'node:path';

/**
 * Whether a path lies below a folder and is not the folder itself. Both absolute; links are not
 * followed, so pass the result of `realpath` where that matters.
 */
export function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
