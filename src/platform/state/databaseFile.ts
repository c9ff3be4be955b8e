import { statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { StateError } from '../../ports/workspaceState';
import { seal } from './database/databaseSeal';
import type { Persist } from './database/transactions';
import { diskError, errorCode } from './files/diskError';
import { linkAs, nodeDurableFs, writeDurably, type DurableFs } from './files/durableFile';
import type { Epoch } from './lease/openLease';
import type { StatePaths } from './files/stateFolders';

export interface PersistOptions {
  readonly paths: Pick<StatePaths, 'database' | 'lastGood'>;
  readonly epoch: Epoch;
  /**
   * Stamp of the file that the database was read from; undefined if that file is not known to be
   * intact.
   */
  readonly stamp: string | undefined;
  readonly fs?: DurableFs;
  /** Called after each write with the new file's stamp. */
  readonly onWritten?: (stamp: string | undefined) => void;
}

/** Attributes that identify one version of a file. */
export interface FileIdentity {
  readonly mtimeNs: bigint;
  readonly size: bigint;
  readonly ino: bigint;
}

/** Changes with each atomic write of the file. */
export function stampOf({ mtimeNs, size, ino }: FileIdentity): string {
  return `${mtimeNs} ${size} ${ino}`;
}

/** One version of a database file. */
export interface DatabaseFile {
  /** Undefined if there is no file. */
  readonly bytes: Uint8Array | undefined;
  readonly stamp: string;
}

/** Reads a file with its stamp; without bytes if the stamp equals `known`. Throws `StateError`. */
export async function readDatabase(file: string, known?: string): Promise<DatabaseFile> {
  try {
    const handle = await open(file, 'r');
    try {
      const stamp = stampOf(await handle.stat({ bigint: true }));
      return { stamp, bytes: stamp === known ? undefined : await handle.readFile() };
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return { bytes: undefined, stamp: 'none' };
    throw diskError('read the state', file, error);
  }
}

/**
 * Creates the function by which the holder writes the database: atomically, with a checksum,
 * keeping the previous file as last good. It throws `StateError`, having changed nothing, when the
 * lease is lost or the disk refuses.
 */
export function createPersist({
  paths,
  epoch,
  stamp,
  fs = nodeDurableFs,
  onWritten = () => undefined,
}: PersistOptions): Persist {
  const { database, lastGood } = paths;
  let good = stamp;
  return (bytes) => {
    if (!epoch.isHeld()) {
      throw new StateError(
        `${database} was not written: this process no longer holds the workspace, because its lease ` +
          `was given up or its files were removed. Start the run again.`,
      );
    }
    const keepBefore = (): void => {
      // Keep only a file that this process read or wrote: another one may be damaged.
      if (good === undefined || good !== readStamp(database)) return;
      try {
        linkAs(database, lastGood, fs);
      } catch {
        // An older last good file stays, or none: not worth losing the new state.
      }
    };
    try {
      writeDurably(database, seal(bytes), fs, keepBefore);
    } catch (error) {
      throw diskError('write the state', database, error);
    }
    good = readStamp(database);
    onWritten(good);
  };
}

function readStamp(file: string): string | undefined {
  try {
    return stampOf(statSync(file, { bigint: true }));
  } catch {
    return undefined;
  }
}
