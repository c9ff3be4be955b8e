import { realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';

/**
 * The place that a path of an agent really leads to, links followed: relative to the workspace with `/`, or absolute
 * outside of it. Never rejects.
 */
export async function toWorkspacePath(workspaceDir: string, path: string): Promise<string> {
  const [root, place] = await Promise.all([
    followLinks(workspaceDir),
    followLinks(resolve(workspaceDir, path)),
  ]);
  const inside = relative(root, place);
  const isOutside = inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside);
  return isOutside ? place : inside.split(sep).join('/');
}

/** The real path of what exists of it, with the rest as it is. */
async function followLinks(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(await followLinks(parent), basename(path));
  }
}
