import { realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** The absolute path without links, also of a file or folder that is not there yet. Rejects for other problems. */
export async function resolveLinks(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    const above = dirname(path);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || above === path) throw error;
    return join(await resolveLinks(above), basename(path));
  }
}
