import type { ObjectPlace, ObjectStore } from './objectStore';
import type { Pack } from './packFolder';
import { removePacks, writePack, type RewriteOptions } from './rewritePacks';

/** Number of packs of one size class that are merged. */
const MAX_PACKS_PER_CLASS = 16;
/** Ratio between size classes. */
const CLASS_RATIO = 4;
/** Larger packs are not merged. */
const MAX_PACK_BYTES = 64 * 1024 * 1024;

/**
 * Finds size classes with too many packs. Merging them repeatedly keeps about a hundred packs at
 * most and writes each object only a few times.
 */
export function findCrowdedPacks(packs: Iterable<Pack>): readonly Pack[] {
  const classes = new Map<number, Pack[]>();
  for (const pack of packs) {
    if (pack.entries === undefined || pack.bytes > MAX_PACK_BYTES) continue;
    const size = Math.floor(Math.log(pack.bytes) / Math.log(CLASS_RATIO));
    const alike = classes.get(size) ?? [];
    alike.push(pack);
    classes.set(size, alike);
  }
  return [...classes.values()].filter((alike) => alike.length >= MAX_PACKS_PER_CLASS).flat();
}

/**
 * Objects of a pack whose selected copy is in this pack. A damaged copy counts until
 * `preferIntact` finds an intact one.
 */
export function listOwnObjects(pack: Pack, store: ObjectStore): readonly ObjectPlace[] {
  return (pack.entries ?? []).flatMap((entry) =>
    store.place(entry.id)?.pack === pack ? [{ pack, entry }] : [],
  );
}

/** Merges small packs if there are many. A failure loses nothing and is retried next time. */
export async function compactPacks(options: RewriteOptions): Promise<void> {
  const crowded = findCrowdedPacks(options.store.packs.values());
  if (crowded.length === 0) return;
  let damaged: ReadonlySet<Pack>;
  try {
    await options.store.preferIntact(() => true);
    const objects = crowded.flatMap((pack) => listOwnObjects(pack, options.store));
    damaged = await writePack(objects, options);
  } catch {
    // The checkpoint itself is stored; a full disk fails the next one.
    return;
  }
  const merged = crowded.filter((pack) => !damaged.has(pack));
  await removePacks(
    merged.map(({ name }) => name),
    options,
  );
}
