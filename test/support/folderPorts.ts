import { createCheckpoints } from '../../src/platform/checkpoints/createCheckpoints';
import { createRepository } from '../../src/platform/workspace/repository';
import { createWorkspace } from '../../src/platform/workspace/createWorkspace';
import type { Worktree } from '../../src/ports/worktrees';

/** Where a folder's checkpoints go, and what its git and its programs see. */
export interface FolderPlaces {
  readonly stateDir: string;
  readonly environment: NodeJS.ProcessEnv;
}

/** The real adapters that read and write one folder; they remember nothing yet. */
export function folderPorts(
  workspaceDir: string,
  { stateDir, environment }: FolderPlaces,
): Pick<Worktree, 'workspace' | 'checkpoints' | 'repository'> {
  return {
    workspace: createWorkspace({ workspaceDir, environment }),
    checkpoints: createCheckpoints({
      ...{ workspaceDir, stateDir, environment, maxFileBytes: 1_000_000 },
    }),
    repository: createRepository({ workspaceDir, environment }),
  };
}
