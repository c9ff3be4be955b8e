import { restoreFiles } from '../../../../src/platform/checkpoints/restore/restoreFiles';
import {
  openRestoreFs,
  type RestoreFs,
} from '../../../../src/platform/checkpoints/restore/restoreFs';
import type { CheckpointState } from '../../../../src/model/workspace/checkpoint';
import type { Checkpoints } from '../../../../src/ports/checkpoints';

/** What a killed process would have said, had it been able to. */
export class Killed extends Error {}

/** What needs space on the disk. */
const GROWING = ['create', 'write', 'symlink', 'mkdir', 'rename'] as const;
const CHANGING = [...GROWING, 'chmod', 'rmdir', 'unlink'] as const;

/** Checkpoints whose restore ends at its operation number `at`, and after it when it has fewer. */
export function killedAt(
  checkpoints: Checkpoints,
  { workspaceDir, at, error }: { workspaceDir: string; at: number; error: () => Error },
): Checkpoints {
  return {
    ...checkpoints,
    restore: async (request) => {
      const [from, to] = [await checkpoints.read(request.from), await checkpoints.read(request.to)];
      const rawPath = (path: string): Buffer | undefined => rawIn(to, path) ?? rawIn(from, path);
      const contentIn = async (id: string, path: string): Promise<Uint8Array> => {
        const bytes = await checkpoints.content(id, path);
        if (bytes === undefined) throw new Error(`no content of ${path}`);
        return bytes;
      };
      const content = (path: string): Promise<Uint8Array> => contentIn(request.to, path);
      const previous = (path: string): Promise<Uint8Array> => contentIn(request.from, path);
      const fs = endingAt(openRestoreFs(workspaceDir), at, error);
      const result = await restoreFiles(
        { workspaceDir, request, from, to, rawPath, content, previous },
        fs,
      );
      if (error() instanceof Killed) throw error();
      return result;
    },
  };
}

function rawIn(state: CheckpointState, path: string): Buffer | undefined {
  return (state as CheckpointState & { readonly raw: ReadonlyMap<string, Buffer> }).raw.get(path);
}

/** After operation `at` the disk does nothing more when it was killed, and refuses once when it is full. */
function endingAt(real: RestoreFs, at: number, error: () => Error): RestoreFs {
  let count = 0;
  const fs = { ...real } as unknown as Record<string, (...args: unknown[]) => unknown>;
  const isKill = error() instanceof Killed;
  for (const name of isKill ? (Object.keys(fs) as (keyof RestoreFs)[]) : GROWING) {
    const operation = fs[name];
    if (operation === undefined) continue;
    const isChange = (CHANGING as readonly string[]).includes(name);
    fs[name] = (...args: unknown[]): unknown => {
      if (isChange) count += 1;
      if (isKill ? count >= at && name !== 'close' : isChange && count === at) throw error();
      return operation(...args);
    };
  }
  return fs as unknown as RestoreFs;
}
