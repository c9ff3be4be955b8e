import type { Workspace } from '../../ports/workspace';
import { createFileHashes } from './fileHashes';
import { findProgram } from './findProgram';
import { assertReadable } from './assertReadable';
import { listFiles } from './listFiles';
import { findDevsFiles } from './findDevsFiles';
import { readText } from './files/readText';

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
      const own = await findDevsFiles(workspaceDir, options.stateDir);
      const all = await listFiles({ workspaceDir, environment, git });
      const listed = all.files.filter(({ path }) => !own.contains(path));
      const files = await hashes.of(listed);
      const untracked = listed.filter(({ path, tracked }) => !tracked && files.has(path));
      return { files, untracked: new Set(untracked.map(({ path }) => path)) };
    },
  };
}
