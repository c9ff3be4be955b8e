import { stat } from 'node:fs/promises';
import type { Disposable } from '../../ports/workspaceState';
import { stampOf } from './databaseFile';
import { watchDirectories } from './files/watchDirectories';
import type { OwnState } from './ownState';

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
  /** Writes of this process: reported at once, and not again by the file event. */
  readonly own: OwnState;
  readonly onChange: () => void;
}

export interface ChangeWatch extends Disposable {
  /** Fulfilled once the watch knows the state from which it reports changes: what is read later is no older. */
  readonly ready: Promise<unknown>;
}

/**
 * Calls `onChange` when the database file or the lease has changed: debounced, or right after a
 * write of this process.
 */
export function watchChanges(options: ChangeWatchOptions): ChangeWatch {
  const { own } = options;
  const ready = readStamps(options);
  let known = ready;
  let disposed = false;
  let timer: NodeJS.Timeout | undefined;
  const check = async (): Promise<void> => {
    const before = await known;
    const reading = readStamps(options);
    known = reading;
    const now = await reading;
    const isNews = now.file !== before.file && !own.hasAnnounced(now.file);
    if ((isNews || now.epoch !== before.epoch) && !disposed) options.onChange();
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
  const writes = own.onDidWrite(options.onChange);
  return {
    ready,
    dispose: () => {
      disposed = true;
      writes.dispose();
      clearTimeout(timer);
      directories.dispose();
    },
  };
}

interface Stamps {
  readonly file: string;
  readonly epoch: number;
}

/** Stamps that differ whenever the displayed state may differ. Never rejects. */
async function readStamps(options: ChangeWatchOptions): Promise<Stamps> {
  const [file, epoch] = await Promise.all([
    fileStamp(options.databaseFile),
    options.peekEpoch().catch(() => -1),
  ]);
  return { file, epoch };
}

/** Changes with each atomic write of the file; '' if there is no file. */
export async function fileStamp(file: string): Promise<string> {
  try {
    return stampOf(await stat(file, { bigint: true }));
  } catch {
    return '';
  }
}
