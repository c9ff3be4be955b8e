import { realpath } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import { isBelow } from './isBelow';

/** Files that Devs itself keeps in a workspace; not part of its content. */
export interface DevsFiles {
  /** Whether a relative path is such a file; folders may end with `/`. */
  contains(path: string): boolean;
  /**
   * The state directory relative to the workspace, with trailing `/`; undefined if it lies
   * elsewhere.
   */
  readonly state: string | undefined;
}

/**
 * Staging folders of a restore: in the workspace root, and in the root of each mount below it.
 * There, only exact names match, because a user's folder may be named similarly.
 */
const STAGING =
  /^\.devs-rewind-[^/]*\/|\/\.devs-rewind-[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\//;

/** Both paths absolute; resolves links. */
export async function findDevsFiles(
  workspaceDir: string,
  stateDir: string | undefined,
): Promise<DevsFiles> {
  const state = await findStateFolder(workspaceDir, stateDir);
  return {
    state,
    contains: (path) => STAGING.test(path) || (state !== undefined && path.startsWith(state)),
  };
}

async function findStateFolder(workspaceDir: string, stateDir = ''): Promise<string | undefined> {
  // A missing state directory contains nothing to exclude.
  const real = stateDir === '' ? '' : await realpath(stateDir).catch(() => '');
  const workspace = await realpath(workspaceDir);
  if (real === '' || !isBelow(workspace, real)) return undefined;
  return `${relative(workspace, real).replaceAll(sep, '/')}/`;
}
