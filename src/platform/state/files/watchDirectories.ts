import { watch, type FSWatcher } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Disposable } from '../../../ports/workspaceState';

export interface DirectoryWatchOptions {
  /** Folders whose entries are watched; they may come, go and come again. */
  readonly folders: readonly string[];
  /** Called when something may have changed: at file events, and at each poll. */
  readonly onPossibleChange: () => void;
  /** Milliseconds between two polls, which also watch anew what could not be watched. */
  readonly pollMs: number;
}

interface Watched {
  readonly watcher: FSWatcher;
  readonly ino: bigint;
}

/** File events where the system has them, a poll where it has not. Keeps no process alive. */
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
    // A folder that was deleted and made anew is another one.
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
    // Gone again, or no watches left (ENOSPC): the poll goes on and tries anew.
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
