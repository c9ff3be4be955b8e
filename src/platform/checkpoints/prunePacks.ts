import { findCrowdedPacks, listOwnObjects } from './compactPacks';
import { LostObject, type ObjectPlace, type ObjectStore } from './objectStore';
import { packOverhead } from './packFormat';
import { listTemporaryFiles, type Pack } from './packFolder';
import { removePacks, writePack, type RewriteOptions } from './rewritePacks';
import { storedContentId } from '../workspace/checkpointEntry';
import type { TreeReader } from './treeReader';

export interface PruneOptions extends RewriteOptions {
  readonly trees: TreeReader;
  /** Checkpoints to keep. */
  readonly keep: ReadonlySet<string>;
  /** Checkpoints to keep without their contents. */
  readonly lists: ReadonlySet<string>;
  readonly dryRun: boolean;
}

interface PrunePlan {
  /** Packs without needed objects. */
  readonly remove: readonly Pack[];
  /** Packs whose needed objects move to a new pack, with these objects. */
  readonly rewrite: Rewriting;
}

type Rewriting = ReadonlyMap<Pack, readonly ObjectPlace[]>;

/** A pack is rewritten when more than one part in `MAX_WASTE_DIVISOR` is unneeded. */
const MAX_WASTE_DIVISOR = 3;

/**
 * Removes objects that no kept checkpoint needs; returns the bytes freed (or that would be). Every
 * kept checkpoint stays readable at every moment: needed objects are durable elsewhere before a
 * pack is removed. Throws file system errors.
 */
export async function prunePacks(options: PruneOptions): Promise<number> {
  const { folder, store, dryRun } = options;
  store.refresh();
  const needed = await findNeededObjects(options);
  await store.preferIntact((id) => needed.ids.has(id));
  const plan = planPrune(store, needed);
  const removed = sumBytes(plan.remove);
  if (dryRun) return removed + freedByRewriting(plan.rewrite);
  await removePacks(
    [...listTemporaryFiles(folder), ...plan.remove.map(({ name }) => name)],
    options,
  );
  try {
    return removed + (await rewrite(plan.rewrite, options));
  } catch (error) {
    // A full disk may lack room for the new pack.
    const freed = removed + (await rewriteOneByOne(plan.rewrite, options));
    if (freed > 0) return freed;
    throw error;
  }
}

/** Bytes that became free. */
async function rewrite(packs: Rewriting, options: PruneOptions): Promise<number> {
  const objects = [...packs.values()].flat();
  if (objects.length === 0) return 0;
  const damaged = await writePack(objects, options);
  const old = [...packs.keys()].filter((pack) => !damaged.has(pack));
  await removePacks(
    old.map(({ name }) => name),
    options,
  );
  return Math.max(0, sumBytes(old) - sizeOf(objects));
}

/** Each pack makes room for the next, those with the least content first. */
async function rewriteOneByOne(packs: Rewriting, options: PruneOptions): Promise<number> {
  const wasteful = [...packs].filter(([pack, objects]) => sizeOf(objects) < pack.bytes);
  wasteful.sort(([, one], [, other]) => sizeOf(one) - sizeOf(other));
  let freed = 0;
  try {
    for (const each of wasteful) freed += await rewrite(new Map([each]), options);
  } catch {
    // The first failure is reported if nothing became free.
  }
  return freed;
}

function planPrune(store: ObjectStore, { ids, isComplete }: NeededObjects): PrunePlan {
  const live = new Map<Pack, readonly ObjectPlace[]>();
  for (const pack of store.packs.values())
    live.set(
      pack,
      listOwnObjects(pack, store).filter(({ entry }) => ids.has(entry.id)),
    );
  const isUseless = (pack: Pack): boolean =>
    // Keep a damaged pack while objects are missing: a copy of the folder may restore them.
    pack.entries === undefined ? isComplete : live.get(pack)?.length === 0;
  const remove = [...live.keys()].filter(isUseless);
  const rest = [...live.keys()].filter((pack) => !isUseless(pack) && pack.entries !== undefined);
  const crowded = new Set(findCrowdedPacks(rest));
  const rewrite = rest.filter(
    (pack) =>
      crowded.has(pack) ||
      pack.bytes - sizeOf(live.get(pack) ?? []) > pack.bytes / MAX_WASTE_DIVISOR,
  );
  return { remove, rewrite: new Map(rewrite.map((pack) => [pack, live.get(pack) ?? []])) };
}

function freedByRewriting(packs: Rewriting): number {
  const objects = [...packs.values()].flat();
  return objects.length === 0 ? 0 : Math.max(0, sumBytes([...packs.keys()]) - sizeOf(objects));
}

/** Bytes of a pack with these objects only. */
function sizeOf(objects: readonly ObjectPlace[]): number {
  return objects.reduce((bytes, { entry }) => bytes + entry.length, packOverhead(objects.length));
}

function sumBytes(packs: readonly Pack[]): number {
  return packs.reduce((bytes, pack) => bytes + pack.bytes, 0);
}

interface NeededObjects {
  readonly ids: ReadonlySet<string>;
  /** False if an object of a kept checkpoint is lost. */
  readonly isComplete: boolean;
}

async function findNeededObjects({
  store,
  trees,
  keep,
  lists,
}: PruneOptions): Promise<NeededObjects> {
  const ids = new Set<string>();
  let isComplete = true;
  /** Adds what these trees need to `ids`, where they are not in it yet. */
  const addNeeded = async (from: Iterable<string>, withContents: boolean): Promise<void> => {
    const waiting = [...from];
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      if (ids.has(id)) continue;
      ids.add(id);
      const lines = await trees.readLines(id).catch((error: unknown) => {
        if (error instanceof LostObject) return undefined;
        throw error;
      });
      isComplete &&= lines !== undefined;
      for (const line of lines ?? []) {
        if (line.kind === 'folder' || line.kind === 'more') waiting.push(line.id);
        const content =
          withContents && line.kind === 'entry' ? storedContentId(line.entry) : undefined;
        if (content === undefined) continue;
        ids.add(content);
        isComplete &&= store.place(content) !== undefined;
      }
    }
  };
  // Those with contents first: what they share with a list is then there with its contents.
  await addNeeded(keep, true);
  await addNeeded(lists, false);
  return { ids, isComplete };
}
