import { readdir } from 'node:fs/promises';
import type { Workspace } from '../../ports/workspace';
import { createFileHashes } from './fileHashes';
import { findProgram } from './findProgram';
import { listFiles } from './listFiles';

export interface WorkspaceOptions {
  /** Absolute path of the workspace folder. */
  readonly workspaceDir: string;
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
    async snapshot() {
      await assertReadable(workspaceDir);
      const listed = await listFiles({ workspaceDir, environment, git });
      const files = await hashes.of(listed);
      const untracked = listed.filter(({ path, tracked }) => !tracked && files.has(path));
      return { files, untracked: new Set(untracked.map(({ path }) => path)) };
    },
  };
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
