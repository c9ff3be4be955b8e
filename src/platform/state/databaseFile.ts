import { statSync } from 'node:fs';
import { StateError } from '../../ports/workspaceState';
import { seal } from './database/sql/databaseSeal';
import type { Persist } from './database/sql/transactions';
import { diskError } from './files/diskError';
import { linkAs, nodeDurableFs, writeDurably, type DurableFs } from './files/durableFile';
import type { Epoch } from './lease/openLease';
import type { StatePaths } from './files/stateFolders';

export interface PersistOptions {
  readonly paths: Pick<StatePaths, 'database' | 'lastGood'>;
  readonly epoch: Epoch;
  /** Stamp of the file that the database was read from; undefined when it is not known to be good. */
  readonly stamp: string | undefined;
  readonly fs?: DurableFs;
}

/** What identifies one version of a file. */
export interface FileIdentity {
  readonly mtimeNs: bigint;
  readonly size: bigint;
  readonly ino: bigint;
}

/** Changes with each whole-file write. */
export function stampOf({ mtimeNs, size, ino }: FileIdentity): string {
  return `${mtimeNs} ${size} ${ino}`;
}

/**
 * How the holder writes the database: whole and sealed, the file before kept beside it. Throws
 * `StateError` when the lease is no longer ours and when the disk refuses; then nothing was changed.
 */
export function createPersist({
  paths,
  epoch,
  stamp,
  fs = nodeDurableFs,
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
      // Only what we read or wrote ourselves: what stands there now may have been damaged since.
      if (good === undefined || good !== readStamp(database)) return;
      try {
        linkAs(database, lastGood, fs);
      } catch {
        // An older last good one stays, or none: no reason to lose what is new.
      }
    };
    try {
      writeDurably(database, seal(bytes), fs, keepBefore);
    } catch (error) {
      throw diskError('write the state', database, error);
    }
    good = readStamp(database);
  };
}

function readStamp(file: string): string | undefined {
  try {
    return stampOf(statSync(file, { bigint: true }));
  } catch {
    return undefined;
  }
}
