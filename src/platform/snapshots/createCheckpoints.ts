import { join } from 'node:path';
import type { CheckpointState } from '../../model/workspace/checkpoint';
import type { Checkpoints, RecordedCheckpoint } from '../../ports/checkpoints';
import { StateError } from '../../ports/workspaceState';
import { createQueue } from './keepingReader';
import { bytesIn } from './packFolder';
import { nodePackFs, type PackFs } from './packFs';
import { prunePacks } from './prunePacks';
import { recordCheckpoint } from './recordCheckpoint';
import { refusalHere } from './refusal';
import { createScan, type WorkspaceScan } from './scanWorkspace';
import { inStateErrors } from './storeError';
import { ObjectStore } from './objectStore';
import { createStateReader } from './stateReader';
import { TreeReader } from './treeReader';

export interface CheckpointsOptions {
  /** Absolute path of the workspace folder. */
  readonly workspaceDir: string;
  /** Absolute path of the state directory; checkpoints lie in a folder of it. */
  readonly stateDir: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Content of larger files is not kept. It is held in memory as a whole while it is recorded. */
  readonly maxFileBytes: number;
  /** How the store's files are written; tests make it fail. */
  readonly fs?: PackFs;
}

/** The checkpoints of one workspace, on disk. Does no I/O until it is used. */
export function createCheckpoints(options: CheckpointsOptions): Checkpoints {
  const { workspaceDir, stateDir, environment, maxFileBytes, fs = nodePackFs } = options;
  const folder = join(stateDir, 'checkpoints');
  const store = new ObjectStore(folder);
  const trees = new TreeReader(store);
  const reader = createStateReader({ store, trees, folder });
  let scan: ReturnType<typeof createScan> | undefined;
  const scanning: ReturnType<typeof createScan> = (also, keeper) => {
    scan ??= createScan(options);
    return scan(also, keeper);
  };
  const inTurn = createQueue();
  const assertAllowed = (): void => {
    const refusal = refusalHere(workspaceDir, environment);
    if (refusal !== undefined) throw new StateError(refusal);
  };
  const record = async (also: Iterable<string>): Promise<RecordedCheckpoint> => {
    assertAllowed();
    return recordCheckpoint({ folder, store, fs, maxFileBytes, scan: scanning, also });
  };
  return {
    refusal: () => Promise.resolve(refusalHere(workspaceDir, environment)),
    record: (also = []) =>
      inTurn(() => inStateErrors('record a checkpoint in', folder, () => record(also))),
    look: (also = []) =>
      inStateErrors('look at the workspace', workspaceDir, async () => {
        assertAllowed();
        return stateOf(await scanning(also));
      }),
    read: (id) => reader.read(id),
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
          content: async (path) => {
            const content = await reader.content(request.to, path);
            if (content !== undefined) return content;
            throw new StateError(
              `The checkpoint ${request.to} does not hold the content of ${path}.`,
            );
          },
        });
      }),
    usage: () => inStateErrors('read', folder, () => Promise.resolve(bytesIn(folder))),
    prune: (keep, { dryRun }) =>
      inTurn(() =>
        inStateErrors('tidy up', folder, async () => {
          const freed = await prunePacks({ folder, store, trees, fs, keep, dryRun });
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
