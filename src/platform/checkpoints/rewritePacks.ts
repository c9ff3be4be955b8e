import { join } from 'node:path';
import { readObject, type ObjectPlace, type ObjectStore } from './objectStore';
import type { Pack } from './packFolder';
import type { PackFs } from './packFs';
import { PackWriter } from './packWriter';

export interface RewriteOptions {
  /** Folder of the packs. */
  readonly folder: string;
  readonly store: ObjectStore;
  readonly fs: PackFs;
}

/**
 * Writes objects to one new pack, durable when it resolves. Omits unreadable objects and returns
 * their packs, which must be kept. Throws file system errors, leaving no partial pack.
 */
export async function writePack(
  objects: readonly ObjectPlace[],
  { folder, fs }: RewriteOptions,
): Promise<ReadonlySet<Pack>> {
  const writer = new PackWriter(folder, fs);
  const damaged = new Set<Pack>();
  try {
    for (const place of objects) {
      const { pack, entry } = place;
      const read = await readObject(folder, place);
      if (read?.bytes === undefined) damaged.add(pack);
      else await writer.add(entry.id, entry.size, read.stored);
    }
    await writer.finish();
    return damaged;
  } catch (error) {
    await writer.abandon();
    throw error;
  }
}

/** Removes packs; a pack that cannot be removed stays until the next call. */
export async function removePacks(
  names: readonly string[],
  { folder, store, fs }: RewriteOptions,
): Promise<void> {
  for (const name of names) await fs.unlink(join(folder, name)).catch(() => undefined);
  if (names.length > 0) await fs.syncFolder(folder);
  store.refresh();
}
