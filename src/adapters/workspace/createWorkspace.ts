import { readdir, realpath } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import type { Workspace } from '../../ports/workspace';
import { createFileHashes } from './fileHashes';
import { findProgram } from './findProgram';
import { listFiles } from './listFiles';
import { readText } from './readText';

export interface WorkspaceOptions {
  /** Absolute path of the workspace folder. */
  readonly workspaceDir: string;
  /** Absolute path of the state directory: where it lies in the workspace, it is no part of it. */
  readonly stateDir?: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Milliseconds since 1970; the system's clock unless given. */
  readonly now?: () => number;
}

/** The workspace on disk: listed by git where it answers, walked otherwise; never written to. */
export function createWorkspace(options: WorkspaceOptions): Workspace {
  const { workspaceDir, environment, now = Date.now } = options;
  const git = findProgram('git', { environment, outside: workspaceDir });
  const hashes = createFileHashes({ root: workspaceDir, now });
  return {
    directory: workspaceDir,
    readText: (path) => readText(workspaceDir, path),
    async dependencies() {
      // Not before it is asked for: the parsers of all those formats cost time to load.
      const { readDependencies } = await import('./manifests/readDependencies');
      return readDependencies(workspaceDir);
    },
    async snapshot() {
      await assertReadable(workspaceDir);
      const isState = await belowState(workspaceDir, options.stateDir);
      const all = await listFiles({ workspaceDir, environment, git });
      const listed = all.filter(({ path }) => !isState(path));
      const files = await hashes.of(listed);
      const untracked = listed.filter(({ path, tracked }) => !tracked && files.has(path));
      return { files, untracked: new Set(untracked.map(({ path }) => path)) };
    },
  };
}

/** Tells the files of the state directory: what Devs itself writes is nobody's work. */
async function belowState(
  workspaceDir: string,
  stateDir: string | undefined,
): Promise<(path: string) => boolean> {
  // Before anything was written there, nothing is there to be told apart.
  const real = stateDir === undefined ? '' : await realpath(stateDir).catch(() => '');
  if (real === '') return () => false;
  const prefix = `${relative(await realpath(workspaceDir), real).replaceAll(sep, '/')}/`;
  return (path) => path.startsWith(prefix);
}

async function assertReadable(workspaceDir: string): Promise<void> {
  try {
    await readdir(workspaceDir);
  } catch (error) {
    throw new Error(
      `The workspace folder ${workspaceDir} cannot be read: ${(error as Error).message}`,
      { cause: error },
    );
  }
}
