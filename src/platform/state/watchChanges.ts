import { stat } from 'node:fs/promises';
import type { Disposable } from '../../ports/workspaceState';
import { stampOf } from './databaseFile';
import { watchDirectories } from './files/watchDirectories';

/** Milliseconds for which events are gathered before anyone is told. */
const DEBOUNCE = 50;
/** Milliseconds between two looks without an event; a holder's death makes none. */
const POLL = 750;

export interface ChangeWatchOptions {
  readonly directory: string;
  readonly databaseFile: string;
  readonly leaseDirectory: string;
  /** Cheap: another number as soon as somebody else holds, or nobody. */
  readonly peekEpoch: () => Promise<number>;
  readonly onChange: () => void;
}

/** Tells, debounced, when the database file or the lease is another one than before. */
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

/** Different whenever somebody who shows the state would show something else. Never rejects. */
async function stateStamp(options: ChangeWatchOptions): Promise<string> {
  const [file, epoch] = await Promise.all([
    fileStamp(options.databaseFile),
    options.peekEpoch().catch(() => -1),
  ]);
  return `${file} ${epoch}`;
}

/** Changes with each whole-file write; '' when there is no file. */
export async function fileStamp(file: string): Promise<string> {
  try {
    return stampOf(await stat(file, { bigint: true }));
  } catch {
    return '';
  }
}
