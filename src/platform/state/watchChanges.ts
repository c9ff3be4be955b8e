import { stat } from 'node:fs/promises';
import type { Disposable } from '../../ports/workspaceState';
import { stampOf } from './databaseFile';
import { watchDirectories } from './files/watchDirectories';

/** Milliseconds for which file events are collected before the listener is called. */
const DEBOUNCE = 50;
/** Milliseconds between two polls: a holder's death causes no file event. */
const POLL = 750;

export interface ChangeWatchOptions {
  readonly directory: string;
  readonly databaseFile: string;
  readonly leaseDirectory: string;
  /** Cheap: returns another number when the holder changes or the lease becomes free. */
  readonly peekEpoch: () => Promise<number>;
  readonly onChange: () => void;
}

/** Calls `onChange`, debounced, when the database file or the lease has changed. */
export function watchChanges(options: ChangeWatchOptions): Disposable {
  let known = stateStamp(options);
  let disposed = false;
  let timer: NodeJS.Timeout | undefined;
  const check = async (): Promise<void> => {
    const before = await known;
    const now = stateStamp(options);
    known = now;
    if ((await now) !== before && !disposed) options.onChange();
  };
  const schedule = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      void check();
    }, DEBOUNCE).unref();
  };
  const directories = watchDirectories({
    folders: [options.directory, options.leaseDirectory],
    onPossibleChange: schedule,
    pollMs: POLL,
  });
  return {
    dispose: () => {
      disposed = true;
      clearTimeout(timer);
      directories.dispose();
    },
  };
}

/** A string that differs whenever the displayed state may differ. Never rejects. */
async function stateStamp(options: ChangeWatchOptions): Promise<string> {
  const [file, epoch] = await Promise.all([
    fileStamp(options.databaseFile),
    options.peekEpoch().catch(() => -1),
  ]);
  return `${file} ${epoch}`;
}

/** Changes with each atomic write of the file; '' if there is no file. */
export async function fileStamp(file: string): Promise<string> {
  try {
    return stampOf(await stat(file, { bigint: true }));
  } catch {
    return '';
  }
}
