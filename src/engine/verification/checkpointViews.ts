import type { CheckpointState } from '../../model/workspace/checkpoint';
import type { Checkpoints } from '../../ports/checkpoints';
import { StateError } from '../../ports/workspaceState';
import type { WorkspaceView } from '../../rules/doubt/verificationParts';

/** A recorded workspace whose files can be read. */
export type CheckpointView = WorkspaceView & {
  readonly id: string;
  readonly state: CheckpointState;
};

/** The workspace at the start of a task and now; undefined if either is no longer kept. */
export async function readViews(
  checkpoints: Checkpoints,
  ids: { readonly start: string; readonly now: string },
): Promise<{ readonly start: CheckpointView; readonly now: CheckpointView } | undefined> {
  try {
    return { start: await viewOf(checkpoints, ids.start), now: await viewOf(checkpoints, ids.now) };
  } catch (error) {
    if (error instanceof StateError) return undefined;
    throw error;
  }
}

/** Bytes of a file that are read as a part of the verification. */
const MAX_BYTES = 1024 * 1024;

async function viewOf(checkpoints: Checkpoints, id: string): Promise<CheckpointView> {
  const state = await checkpoints.read(id);
  return {
    id,
    state,
    paths: new Set(state.files.keys()),
    read: async (path) => {
      const entry = state.files.get(path);
      if (entry?.stored !== true || entry.size > MAX_BYTES) return entry?.version;
      const content = await checkpoints.content(id, path);
      return content && Buffer.from(content).toString('utf8');
    },
  };
}
