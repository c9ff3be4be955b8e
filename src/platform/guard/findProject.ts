import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { realPath } from '../state/files/stateDirectory';

/** The root (a real path) of the git repository or work tree in which a folder lies; undefined for none. */
export function findProject(folder: string): string | undefined {
  let current = realPath(folder);
  for (;;) {
    if (isRepository(join(current, '.git'))) return current;
    const above = dirname(current);
    if (above === current) return undefined;
    current = above;
  }
}

/** A file leads to the repository of a work tree; an empty folder of that name is none. */
function isRepository(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && (found.isFile() || existsSync(join(path, 'HEAD')));
}
