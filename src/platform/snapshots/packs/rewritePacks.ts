import { join } from 'node:path';
import { readObject, type ObjectPlace, type ObjectStore } from './objectStore';
import type { Pack } from './packFolder';
import type { PackFs } from './packFs';
import { PackWriter } from './packWriter';

export interface RewriteOptions {
  /** Where the packs are. */
  readonly folder: string;
  readonly store: ObjectStore;
  readonly fs: PackFs;
}

/**
 * Puts objects into one new pack, durable when it resolves. Resolves with the packs of those that
 * could not be read as what they are, and are left out: these packs must stay. Throws file system
 * errors and leaves nothing half.
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

/** Takes packs away; one that something holds fast stays until the next time. */
export async function removePacks(
  names: readonly string[],
  { folder, store, fs }: RewriteOptions,
): Promise<void> {
  for (const name of names) await fs.unlink(join(folder, name)).catch(() => undefined);
  if (names.length > 0) await fs.syncFolder(folder);
  store.refresh();
}
