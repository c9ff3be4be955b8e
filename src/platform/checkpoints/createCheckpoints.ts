import { join } from 'node:path';
import type { CheckpointState } from '../../model/workspace/checkpoint';
import type { Checkpoints, RecordedCheckpoint } from '../../ports/checkpoints';
import { StateError } from '../../ports/workspaceState';
import { createSerialQueue, type SerialQueue } from '../../model/workspace/serialQueue';
import { measureFolder } from './packFolder';
import { nodePackFs, type PackFs } from './packFs';
import { prunePacks } from './prunePacks';
import { recordCheckpoint } from './recordCheckpoint';
import { checkpointRefusal } from './checkpointRefusal';
import { createWorkspaceScan, type WorkspaceScan } from '../workspace/scanWorkspace';
import { withStateErrors } from './withStateErrors';
import { ObjectStore } from './objectStore';
import { createCheckpointReader } from './checkpointReader';
import { TreeReader } from './treeReader';

export interface CheckpointsOptions {
  /** Absolute path of the workspace folder, or of a worktree's. */
  readonly workspaceDir: string;
  /** Absolute path of the state directory, which contains the checkpoint folder. */
  readonly stateDir: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Content of larger files is not stored. Content is held in memory while it is recorded. */
  readonly maxFileBytes: number;
  /** File operations of the store; replaced in tests to simulate failures. */
  readonly fs?: PackFs;
  /** That of the state directory, where one process records several folders; absent: its own. */
  readonly shared?: CheckpointStore;
}

/** The packs below one state directory, for all folders whose checkpoints one process records there. */
export interface CheckpointStore {
  readonly folder: string;
  readonly objects: ObjectStore;
  /** One writer at a time: each clears away what others have begun. */
  readonly inTurn: SerialQueue;
}

/** Does no I/O. */
export function openCheckpointStore(stateDir: string): CheckpointStore {
  const folder = join(stateDir, 'checkpoints');
  return { folder, objects: new ObjectStore(folder), inTurn: createSerialQueue() };
}

/** Stores the checkpoints of one folder on disk. Does no I/O until used. */
export function createCheckpoints(options: CheckpointsOptions): Checkpoints {
  const { workspaceDir, stateDir, environment, maxFileBytes, fs = nodePackFs } = options;
  const { folder, objects: store, inTurn } = options.shared ?? openCheckpointStore(stateDir);
  const trees = new TreeReader(store);
  const reader = createCheckpointReader({ store, trees, folder });
  let scan: ReturnType<typeof createWorkspaceScan> | undefined;
  const scanning: ReturnType<typeof createWorkspaceScan> = (also, sink) => {
    scan ??= createWorkspaceScan(options);
    return scan(also, sink);
  };
  const assertAllowed = (): void => {
    const refusal = checkpointRefusal(workspaceDir, environment);
    if (refusal !== undefined) throw new StateError(refusal);
  };
  const contentIn = async (id: string, path: string): Promise<Uint8Array> => {
    const content = await reader.content(id, path);
    if (content !== undefined) return content;
    throw new StateError(`The checkpoint ${id} does not hold the content of ${path}.`);
  };
  const record = async (also: Iterable<string>): Promise<RecordedCheckpoint> => {
    assertAllowed();
    return recordCheckpoint({ folder, store, fs, maxFileBytes, scan: scanning, also });
  };
  return {
    findRefusal: () => Promise.resolve(checkpointRefusal(workspaceDir, environment)),
    record: (also = []) =>
      inTurn(() => withStateErrors('record a checkpoint in', folder, () => record(also))),
    readWorkspace: (also = []) =>
      withStateErrors('read the workspace', workspaceDir, async () => {
        assertAllowed();
        return stateOf(await scanning(also));
      }),
    read: (id) => reader.read(id),
    findLost: (ids) =>
      withStateErrors('read', folder, async () => {
        store.refresh();
        if (ids.every((id) => store.place(id) !== undefined)) return new Set();
        const [lost, whole] = [new Set<string>(), new Set<string>()];
        for (const id of ids) if (!(await trees.isWhole(id, whole))) lost.add(id);
        return lost;
      }),
    content: (id, path) => reader.content(id, path),
    restore: (request) =>
      inTurn(async () => {
        const { restoreFiles } = await import('./restore/restoreFiles');
        const [from, to] = [await reader.read(request.from), await reader.read(request.to)];
        return restoreFiles({
          workspaceDir,
          request,
          from,
          to,
          rawPath: (path) => to.raw.get(path) ?? from.raw.get(path),
          content: (path) => contentIn(request.to, path),
          previous: (path) => contentIn(request.from, path),
        });
      }),
    usage: () => withStateErrors('read', folder, () => Promise.resolve(measureFolder(folder))),
    prune: (keep, { dryRun, lists = new Set() }) =>
      inTurn(() =>
        withStateErrors('clean up', folder, async () => {
          const freed = await prunePacks({ folder, store, trees, fs, keep, lists, dryRun });
          reader.forget();
          return freed;
        }),
      ),
  };
}

function stateOf({ files, unknown }: WorkspaceScan): CheckpointState {
  return {
    files: new Map([...files].map(([path, { entry }]) => [path, entry])),
    unknown: new Set(unknown.keys()),
  };
}
