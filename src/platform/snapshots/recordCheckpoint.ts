import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { RecordedCheckpoint } from '../../ports/checkpoints';
import { StateError } from '../../ports/workspaceState';
import { describeUnstored } from './describeUnstored';
import { compactPacks } from './packs/compactPacks';
import { ObjectBatch } from './packs/objectBatch';
import type { ObjectStore } from './packs/objectStore';
import { listTemporaryFiles } from './packs/packFolder';
import type { PackFs } from './packs/packFs';
import type { createWorkspaceScan } from './scan/scanWorkspace';
import { writeTrees } from './trees/writeTrees';

export interface RecordOptions {
  /** Folder of the packs. */
  readonly folder: string;
  readonly store: ObjectStore;
  readonly fs: PackFs;
  readonly maxFileBytes: number;
  readonly scan: ReturnType<typeof createWorkspaceScan>;
  readonly also: Iterable<string>;
}

/** How often a checkpoint is recorded again because packs that it relies on were removed. */
const TRIES = 3;

/**
 * Records the workspace; durable when it resolves. Throws file system errors, leaving no partial
 * checkpoint.
 */
export async function recordCheckpoint(options: RecordOptions): Promise<RecordedCheckpoint> {
  const { folder, store, fs } = options;
  makeFolder(folder);
  for (const name of listTemporaryFiles(folder)) await fs.unlink(join(folder, name));
  const also = [...options.also];
  for (let tries = 1; tries <= TRIES; tries += 1) {
    store.refresh();
    const before = [...store.packs.keys()];
    const recorded = await recordOnce({ ...options, also });
    store.refresh();
    // Only one process should write. If another one removed packs, record again.
    if (before.every((name) => store.packs.has(name))) {
      await compactPacks({ folder, store, fs });
      return recorded;
    }
  }
  throw new StateError(
    `The checkpoint could not be stored: its data in ${folder} was removed repeatedly. Does another program clean up there? Try again.`,
  );
}

async function recordOnce(options: RecordOptions): Promise<RecordedCheckpoint> {
  const { folder, store, fs, scan, also, maxFileBytes } = options;
  const batch = new ObjectBatch(store, folder, fs);
  try {
    const scanned = await scan(also, batch);
    const id = await writeTrees(scanned, (object) => batch.add(object));
    const pack = await batch.commit();
    const notes = describeUnstored(scanned, maxFileBytes);
    return { id, addedBytes: pack?.bytes ?? 0, notes, snapshot: scanned.snapshot };
  } catch (error) {
    await batch.abandon();
    throw error;
  }
}

function makeFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // The folder may exist with wider permissions.
  if (process.platform !== 'win32' && (statSync(folder).mode & 0o077) !== 0)
    chmodSync(folder, 0o700);
}
