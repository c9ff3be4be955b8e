import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { realPath } from '../state/files/stateDirectory';

/** The root (a real path) of the git repository or work tree in which a folder lies; undefined for none. */
export function findProject(folder: string): string | undefined {
  let current = realPath(folder);
  for (;;) {
    if (existsSync(join(current, '.git'))) return current;
    const above = dirname(current);
    if (above === current) return undefined;
    current = above;
  }
}
