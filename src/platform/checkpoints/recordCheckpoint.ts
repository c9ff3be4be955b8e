import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { RecordedCheckpoint } from '../../ports/checkpoints';
import { StateError } from '../../ports/workspaceState';
import { compactPacks } from './compactPacks';
import { ObjectBatch } from './objectBatch';
import type { ObjectStore } from './objectStore';
import { listTemporaryFiles } from './packFolder';
import type { PackFs } from './packFs';
import type { createWorkspaceScan, WorkspaceScan } from '../workspace/scanWorkspace';
import { writeTrees } from './writeTrees';
import { formatBytes } from '../../text/bytes';

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

const MAX_NOTES = 20;

/** Files whose content is not stored and why: one sentence each. */
function describeUnstored(scan: WorkspaceScan, maxFileBytes: number): readonly string[] {
  const notes: string[] = [];
  for (const [path, { entry }] of scan.files) {
    if (entry.stored) continue;
    const name = JSON.stringify(path).slice(1, -1);
    if (entry.version.startsWith('file:'))
      notes.push(
        `${name} (${formatBytes(entry.size)}) is larger than ${formatBytes(maxFileBytes)}: its content is not kept.`,
      );
    else if (entry.version.startsWith('special:'))
      notes.push(`${name} is a ${entry.version.slice('special:'.length)}: it is not kept.`);
    else notes.push(`${name} cannot be read: it is not kept.`);
  }
  const more = notes.length - MAX_NOTES;
  return more > 0 ? [...notes.slice(0, MAX_NOTES), `${more} more are not kept.`] : notes;
}
