import { identityOf, type ProcessEntry } from './processEntry';

/** A process that was reported, and may have ended since. */
export type KnownProcess = Pick<ProcessEntry, 'pid' | 'start'>;

/** Known facts of a tree before the processes are listed. */
export interface TreeKnowledge {
  /** The first process, initially leader of its own group and session; undefined if it was never reported. */
  readonly root: KnownProcess | undefined;
  /** Adopts the orphans of the tree: all its children but `self` are of the tree. */
  readonly subreaper?: KnownProcess | undefined;
  /** Identities of processes that were seen in the tree before. */
  readonly known: ReadonlySet<string>;
  /** True right after the root's end: its pid, and so its group, cannot have been reused yet. */
  readonly rootJustEnded: boolean;
  /** Never part of the tree. */
  readonly self: number;
}

/**
 * The processes of a tree: those known before, those with the marker, the root's group and session,
 * those that the subreaper has adopted, and all their descendants. A group counts only while it contains a known process: later its
 * number may be reused.
 */
export function findTree(
  entries: readonly ProcessEntry[],
  knowledge: TreeKnowledge,
): readonly ProcessEntry[] {
  const candidates = entries.filter((entry) => entry.pid > 1 && entry.pid !== knowledge.self);
  const belongs = membership(candidates, knowledge);
  return withDescendants(candidates, candidates.filter(belongs));
}

function membership(
  entries: readonly ProcessEntry[],
  { root, subreaper, known, rootJustEnded }: TreeKnowledge,
): (entry: ProcessEntry) => boolean {
  const adopts = entries.some((entry) => isSame(entry, subreaper));
  const recognised = (entry: ProcessEntry): boolean =>
    entry.marked ||
    known.has(identityOf(entry)) ||
    isSame(entry, root) ||
    (adopts && entry.parent === subreaper?.pid);
  if (root === undefined) return recognised;
  const inRootGroup = (entry: ProcessEntry): boolean =>
    entry.group === root.pid || entry.session === root.pid;
  const groupIsOurs =
    rootJustEnded || entries.some((entry) => inRootGroup(entry) && recognised(entry));
  return (entry) => recognised(entry) || (groupIsOurs && inRootGroup(entry));
}

function isSame(entry: ProcessEntry, known: KnownProcess | undefined): boolean {
  return known !== undefined && identityOf(entry) === identityOf(known);
}

function withDescendants(
  entries: readonly ProcessEntry[],
  seeds: readonly ProcessEntry[],
): readonly ProcessEntry[] {
  const childrenOf = groupByParent(entries);
  const found = new Map(seeds.map((entry) => [entry.pid, entry]));
  // Iterating a Map includes entries added meanwhile, so this reaches every generation.
  for (const pid of found.keys()) {
    for (const child of childrenOf.get(pid) ?? []) found.set(child.pid, child);
  }
  return [...found.values()];
}

function groupByParent(
  entries: readonly ProcessEntry[],
): ReadonlyMap<number, readonly ProcessEntry[]> {
  const groups = new Map<number, ProcessEntry[]>();
  for (const entry of entries) {
    const siblings = groups.get(entry.parent);
    if (siblings === undefined) groups.set(entry.parent, [entry]);
    else siblings.push(entry);
  }
  return groups;
}
