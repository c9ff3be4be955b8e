import type { Workspace } from '../../ports/workspace';
import { createFileHashes } from './fileHashes';
import { findProgram } from './findProgram';
import { assertReadable } from './assertReadable';
import { listFiles } from './listFiles';
import { findDevsFiles } from './findDevsFiles';
import { readText } from './readText';
import { stampOf } from './stampOf';

export interface WorkspaceOptions {
  /** Absolute path of the workspace folder. */
  readonly workspaceDir: string;
  /** Absolute path of the state directory, which is excluded if it lies in the workspace. */
  readonly stateDir?: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Milliseconds since 1970; default: the system clock. */
  readonly now?: () => number;
}

/** Reads the workspace: listed by git if it answers, walked otherwise. Never writes. */
export function createWorkspace(options: WorkspaceOptions): Workspace {
  const { workspaceDir, environment, now = Date.now } = options;
  const git = findProgram('git', { environment, outside: workspaceDir });
  const hashes = createFileHashes({ root: workspaceDir, now });
  return {
    directory: workspaceDir,
    readText: (path) => readText(workspaceDir, path),
    stampOf: (path) => Promise.resolve(stampOf(workspaceDir, path)),
    async dependencies() {
      // Loaded on demand: the parsers of these formats load slowly.
      const { readDependencies } = await import('./readDependencies');
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
