import { stat } from 'node:fs/promises';
import type { Disposable } from '../../ports/workspaceState';
import { stampOf } from './databaseFile';
import { watchDirectories } from './directoryWatch';

/** Milliseconds for which events are gathered before anyone is told. */
const DEBOUNCE = 50;
/** Milliseconds between two looks without an event; a holder's death makes none. */
const POLL = 750;

export interface ChangeWatchOptions {
  readonly directory: string;
  readonly databaseFile: string;
  readonly leaseDirectory: string;
  /** Cheap: another number as soon as somebody else holds, or nobody. */
  readonly glance: () => Promise<number>;
  readonly onChange: () => void;
}

/** Tells, debounced, when the database file or the lease is another one than before. */
export function watchChanges(options: ChangeWatchOptions): Disposable {
  let known = signature(options);
  let disposed = false;
  let timer: NodeJS.Timeout | undefined;
  const look = async (): Promise<void> => {
    const before = await known;
    const now = signature(options);
    known = now;
    if ((await now) !== before && !disposed) options.onChange();
  };
  const hint = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      void look();
    }, DEBOUNCE).unref();
  };
  const directories = watchDirectories({
    folders: [options.directory, options.leaseDirectory],
    onHint: hint,
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
async function signature(options: ChangeWatchOptions): Promise<string> {
  const [file, epoch] = await Promise.all([
    fileStamp(options.databaseFile),
    options.glance().catch(() => -1),
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
