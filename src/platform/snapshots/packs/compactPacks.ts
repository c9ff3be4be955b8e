import type { ObjectPlace, ObjectStore } from './objectStore';
import type { Pack } from './packFolder';
import { removePacks, writePack, type RewriteOptions } from './rewritePacks';

/** So many packs of about the same size become one. */
const MAX_PACKS_PER_CLASS = 16;
/** Packs of up to four times the size are alike. */
const CLASS_RATIO = 4;
/** Larger ones are not worth the writing. */
const MAX_PACK_BYTES = 64 * 1024 * 1024;

/**
 * Packs of which there are too many alike: merged, and merged again when those become many, there
 * are never more than a hundred or so, and each object is written only a few times.
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
 * What of a pack is not in another one that comes first. A damaged copy of something owns it only
 * until `preferWhole` found a whole one.
 */
export function listOwnObjects(pack: Pack, store: ObjectStore): readonly ObjectPlace[] {
  return (pack.entries ?? []).flatMap((entry) =>
    store.place(entry.id)?.pack === pack ? [{ pack, entry }] : [],
  );
}

/** Merges small packs where there are many. A failure takes nothing away, and the next time tries again. */
export async function compactPacks(options: RewriteOptions): Promise<void> {
  const crowded = findCrowdedPacks(options.store.packs.values());
  if (crowded.length === 0) return;
  let damaged: ReadonlySet<Pack>;
  try {
    await options.store.preferIntact(() => true);
    const objects = crowded.flatMap((pack) => listOwnObjects(pack, options.store));
    damaged = await writePack(objects, options);
  } catch {
    // The checkpoint itself is kept; a full disk shows when the next one is not.
    return;
  }
  const merged = crowded.filter((pack) => !damaged.has(pack));
  await removePacks(
    merged.map(({ name }) => name),
    options,
  );
}
