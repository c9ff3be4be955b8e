import { StateError } from '../../ports/workspaceState';
import { storedId } from './entry';
import { LostObject, type ObjectStore } from './objectStore';
import { inStateErrors } from './storeError';
import { LostFolder, type StoredState, type TreeReader } from './treeReader';

/** Reads checkpoints. Everything throws `StateError` when the checkpoint is gone or damaged. */
export interface StateReader {
  read(id: string): Promise<StoredState>;
  /** Undefined when the checkpoint holds no content for this path. */
  content(id: string, path: string): Promise<Uint8Array | undefined>;
  /** Remembers nothing any more. */
  forget(): void;
}

export interface StateReaderOptions {
  readonly store: ObjectStore;
  readonly trees: TreeReader;
  /** Where the packs are, for messages. */
  readonly folder: string;
}

/** States that are remembered: contents are asked for one after the other. */
const MOST_STATES = 4;

export function createStateReader({ store, trees, folder }: StateReaderOptions): StateReader {
  const known = new Map<string, StoredState>();
  const read = (id: string): Promise<StoredState> =>
    inStateErrors('read', folder, async () => {
      const there = known.get(id);
      if (there !== undefined) return there;
      if (!/^[0-9a-f]{64}$/.test(id)) throw new StateError(`There is no checkpoint "${id}".`);
      const state = await trees.state(id).catch((error: unknown) => {
        throw error instanceof LostFolder ? lostFolder(id, error) : error;
      });
      known.set(id, state);
      for (const oldest of known.keys()) if (known.size > MOST_STATES) known.delete(oldest);
      return state;
    });
  return {
    read,
    forget: () => {
      known.clear();
      trees.forget();
    },
    content: (id, path) =>
      inStateErrors('read', folder, async () => {
        const entry = (await read(id)).files.get(path);
        const content = entry && storedId(entry);
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

function lostFolder(id: string, error: LostFolder): StateError {
  const message =
    error.path === ''
      ? `The checkpoint ${id} is gone or damaged (${error.message}).`
      : `The checkpoint ${id} is damaged: the folder ${error.path} is lost (${error.message}).`;
  return new StateError(message, { cause: error });
}
