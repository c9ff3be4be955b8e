import { StateError } from '../../ports/workspaceState';
import { storedContentId } from '../workspace/checkpointEntry';
import { LostObject, type ObjectStore } from './objectStore';
import { withStateErrors } from './withStateErrors';
import { LostFolder, type StoredCheckpoint, type TreeReader } from './treeReader';

/**
 * Reads checkpoints. Every method throws `StateError` when the checkpoint is missing or damaged.
 */
export interface CheckpointReader {
  read(id: string): Promise<StoredCheckpoint>;
  /** Undefined if the checkpoint holds no content for this path. */
  content(id: string, path: string): Promise<Uint8Array | undefined>;
  /** Clears the cache. */
  forget(): void;
}

export interface CheckpointReaderOptions {
  readonly store: ObjectStore;
  readonly trees: TreeReader;
  /** Folder of the packs, for messages. */
  readonly folder: string;
}

/** Cached checkpoints: their contents are usually read one after the other. */
const MAX_CACHED = 4;

export function createCheckpointReader({
  store,
  trees,
  folder,
}: CheckpointReaderOptions): CheckpointReader {
  const known = new Map<string, StoredCheckpoint>();
  const read = (id: string): Promise<StoredCheckpoint> =>
    withStateErrors('read', folder, async () => {
      const there = known.get(id);
      if (there !== undefined) return there;
      if (!/^[0-9a-f]{64}$/.test(id)) throw new StateError(`There is no checkpoint "${id}".`);
      const state = await trees.readCheckpoint(id).catch((error: unknown) => {
        throw error instanceof LostFolder ? toLostFolderError(id, error) : error;
      });
      known.set(id, state);
      for (const oldest of known.keys()) if (known.size > MAX_CACHED) known.delete(oldest);
      return state;
    });
  return {
    read,
    forget: () => {
      known.clear();
      trees.forget();
    },
    content: (id, path) =>
      withStateErrors('read', folder, async () => {
        const entry = (await read(id)).files.get(path);
        const content = entry && storedContentId(entry);
        if (content === undefined) return undefined;
        return store.get(content).catch((error: unknown) => {
          if (!(error instanceof LostObject)) throw error;
          throw new StateError(
            `The checkpoint ${id} is damaged: the content of ${path} is lost (${error.message}).`,
            { cause: error },
          );
        });
      }),
  };
}

function toLostFolderError(id: string, error: LostFolder): StateError {
  const message =
    error.path === ''
      ? `The checkpoint ${id} is missing or damaged (${error.message}).`
      : `The checkpoint ${id} is damaged: the folder ${error.path} is lost (${error.message}).`;
  return new StateError(message, { cause: error });
}
