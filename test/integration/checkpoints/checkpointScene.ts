import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import {
  createCheckpoints,
  type CheckpointsOptions,
} from '../../../src/platform/checkpoints/createCheckpoints';
import type { Checkpoints } from '../../../src/ports/checkpoints';
import { scratchFolder, type ScratchFolder } from '../workspace/scratchFolder';

/** A workspace and a state folder beside it. */
export interface CheckpointScene {
  readonly folder: ScratchFolder;
  readonly options: CheckpointsOptions;
  /** Where the packs are. */
  readonly store: string;
  readonly checkpoints: Checkpoints;
  /** Another one, as another process would have it: it remembers nothing. */
  another(options?: Partial<CheckpointsOptions>): Checkpoints;
  /** Path → content of a checkpoint's stored files, as text. */
  contents(id: string): Promise<Record<string, string>>;
}

/** Files larger than this are only noted in a scene. */
export const MAX_FILE_BYTES = 100_000;

export function checkpointScene(): CheckpointScene {
  const folder = scratchFolder();
  const options: CheckpointsOptions = {
    workspaceDir: folder.path,
    stateDir: join(folder.path, '..', 'state'),
    environment: folder.environment,
    maxFileBytes: MAX_FILE_BYTES,
  };
  const checkpoints = createCheckpoints(options);
  return {
    folder,
    options,
    store: join(options.stateDir, 'checkpoints'),
    checkpoints,
    another: (other = {}) => createCheckpoints({ ...options, ...other }),
    contents: async (id) => {
      const found: Record<string, string> = {};
      for (const [path, { stored }] of (await checkpoints.read(id)).files)
        if (stored) found[path] = Buffer.from((await checkpoints.content(id, path))!).toString();
      return found;
    },
  };
}

/** All that lies below a folder, links unfollowed: relative path → bytes (`/` for a folder). */
export function everythingIn(folder: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) found.set(path, '/');
    else if (entry.isSymbolicLink()) found.set(path, readlinkSync(path));
    else found.set(path, readFileSync(path, 'latin1'));
  }
  return found;
}
