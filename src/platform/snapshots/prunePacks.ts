import { crowdedPacks, ownObjects } from './compactPacks';
import { LostObject, type ObjectPlace, type ObjectStore } from './objectStore';
import { packOverhead } from './packFormat';
import { leftovers, type Pack } from './packFolder';
import { removePacks, writePack, type RewriteOptions } from './rewritePacks';
import { storedId } from './entry';
import type { TreeReader } from './treeReader';

export interface PruneOptions extends RewriteOptions {
  readonly trees: TreeReader;
  /** Checkpoints that stay. */
  readonly keep: ReadonlySet<string>;
  readonly dryRun: boolean;
}

interface Plan {
  /** Nothing in them is needed. */
  readonly remove: readonly Pack[];
  /** What is needed of them goes into a new pack. */
  readonly rewrite: readonly Pack[];
  readonly objects: readonly ObjectPlace[];
}

/** A pack is rewritten when more than one part in so many of it is not needed. */
const WASTE = 3;

/**
 * Removes what none of the kept checkpoints needs. Bytes that are (or would be) free. At every
 * moment each kept checkpoint can be read: what is needed is durable elsewhere before it goes.
 * Throws file system errors.
 */
export async function prunePacks(options: PruneOptions): Promise<number> {
  const { folder, store, dryRun } = options;
  store.refresh();
  const needed = await neededObjects(options);
  await store.preferWhole((id) => needed.ids.has(id));
  const plan = planPrune(store, needed);
  const removed = sum(plan.remove);
  if (dryRun) return removed + freedByRewriting(plan);
  await removePacks([...leftovers(folder), ...plan.remove.map(({ name }) => name)], options);
  try {
    return removed + (await rewrite(plan, options));
  } catch (error) {
    // A full disk may have no room for the new pack; what could be removed without one is free now.
    if (removed > 0) return removed;
    throw error;
  }
}

/** Bytes that became free. */
async function rewrite(plan: Plan, options: PruneOptions): Promise<number> {
  if (plan.objects.length === 0) return 0;
  const damaged = await writePack(plan.objects, options);
  const old = plan.rewrite.filter((pack) => !damaged.has(pack));
  await removePacks(
    old.map(({ name }) => name),
    options,
  );
  return Math.max(0, sum(old) - sizeOf(plan.objects));
}

function planPrune(store: ObjectStore, { ids, isWhole }: Needed): Plan {
  const live = new Map<Pack, readonly ObjectPlace[]>();
  for (const pack of store.packs.values())
    live.set(
      pack,
      ownObjects(pack, store).filter(({ entry }) => ids.has(entry.id)),
    );
  const isUseless = (pack: Pack): boolean =>
    // A damaged pack may hold what a damaged checkpoint misses: a copy of the folder may bring it back.
    pack.entries === undefined ? isWhole : live.get(pack)?.length === 0;
  const remove = [...live.keys()].filter(isUseless);
  const rest = [...live.keys()].filter((pack) => !isUseless(pack) && pack.entries !== undefined);
  const crowded = new Set(crowdedPacks(rest));
  const rewrite = rest.filter(
    (pack) => crowded.has(pack) || pack.bytes - sizeOf(live.get(pack) ?? []) > pack.bytes / WASTE,
  );
  return { remove, rewrite, objects: rewrite.flatMap((pack) => live.get(pack) ?? []) };
}

function freedByRewriting({ rewrite, objects }: Plan): number {
  return objects.length === 0 ? 0 : Math.max(0, sum(rewrite) - sizeOf(objects));
}

/** Bytes of a pack with just these. */
function sizeOf(objects: readonly ObjectPlace[]): number {
  return objects.reduce((bytes, { entry }) => bytes + entry.length, packOverhead(objects.length));
}

function sum(packs: readonly Pack[]): number {
  return packs.reduce((bytes, pack) => bytes + pack.bytes, 0);
}

interface Needed {
  readonly ids: ReadonlySet<string>;
  /** False when something of a kept checkpoint is lost. */
  readonly isWhole: boolean;
}

async function neededObjects({ store, trees, keep }: PruneOptions): Promise<Needed> {
  const ids = new Set<string>();
  let isWhole = true;
  const waiting = [...keep];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (ids.has(id)) continue;
    ids.add(id);
    const lines = await trees.lines(id).catch((error: unknown) => {
      if (error instanceof LostObject) return undefined;
      throw error;
    });
    isWhole &&= lines !== undefined;
    for (const line of lines ?? []) {
      if (line.kind === 'folder' || line.kind === 'more') waiting.push(line.id);
      const content = line.kind === 'entry' ? storedId(line.entry) : undefined;
      if (content === undefined) continue;
      ids.add(content);
      isWhole &&= store.place(content) !== undefined;
    }
  }
  return { ids, isWhole };
}
