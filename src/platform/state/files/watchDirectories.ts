import { watch, type FSWatcher } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Disposable } from '../../../ports/workspaceState';

export interface DirectoryWatchOptions {
  /** Folders whose entries are watched; they may be created and deleted at any time. */
  readonly folders: readonly string[];
  /** Called on file events and at each poll. */
  readonly onPossibleChange: () => void;
  /** Milliseconds between two polls, which also retry failed watches. */
  readonly pollMs: number;
}

interface Watched {
  readonly watcher: FSWatcher;
  readonly ino: bigint;
}

/**
 * Watches by file events where the system supports them, by polling otherwise. Does not keep the
 * process alive.
 */
export function watchDirectories({
  folders,
  onPossibleChange,
  pollMs,
}: DirectoryWatchOptions): Disposable {
  const watched = new Map<string, Watched>();
  let disposed = false;

  const drop = (folder: string): void => {
    watched.get(folder)?.watcher.close();
    watched.delete(folder);
  };
  const arm = async (folder: string): Promise<void> => {
    // A recreated folder needs a new watcher.
    const ino = await inode(folder);
    if (watched.has(folder) && watched.get(folder)?.ino === ino) return;
    drop(folder);
    if (disposed || ino === undefined) return;
    const watcher = startWatching(folder, onPossibleChange, () => drop(folder));
    if (watcher !== undefined) watched.set(folder, { watcher, ino });
  };
  const armAll = (): void => void Promise.all(folders.map(arm)).then(onPossibleChange);

  armAll();
  const timer = setInterval(armAll, pollMs).unref();
  return {
    dispose: () => {
      disposed = true;
      clearInterval(timer);
      folders.forEach(drop);
    },
  };
}

function startWatching(
  folder: string,
  onPossibleChange: () => void,
  onError: () => void,
): FSWatcher | undefined {
  try {
    const watcher = watch(folder, { persistent: false }, () => onPossibleChange());
    return watcher.on('error', onError);
  } catch {
    // The folder is gone or no watches are left (ENOSPC): the next poll retries.
    return undefined;
  }
}

async function inode(folder: string): Promise<bigint | undefined> {
  try {
    return (await stat(folder, { bigint: true })).ino;
  } catch {
    return undefined;
  }
}
