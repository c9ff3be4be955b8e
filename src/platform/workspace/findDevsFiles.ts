import { realpath } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import { isBelow } from './files/isBelow';

/** What Devs itself has in a workspace: it is nobody's work and no part of it. */
export interface DevsFiles {
  /** Whether a relative path lies in it; a folder's may end with `/`. */
  contains(path: string): boolean;
  /** The state directory relative to the workspace, with `/` at the end; undefined when it lies elsewhere. */
  readonly state: string | undefined;
}

/**
 * Folders in which a restore gets files ready: in the workspace's root, and in that of each disk
 * that is mounted below it. There a folder of yours may be called alike, but not exactly so.
 */
const STAGING =
  /^\.devs-rewind-[^/]*\/|\/\.devs-rewind-[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\//;

/** Both absolute; links in them are resolved. */
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
  // Before anything was written there, nothing is there to be told apart.
  const real = stateDir === '' ? '' : await realpath(stateDir).catch(() => '');
  const workspace = await realpath(workspaceDir);
  if (real === '' || !isBelow(workspace, real)) return undefined;
  return `${relative(workspace, real).replaceAll(sep, '/')}/`;
}
