import { identityOf, type ProcessEntry } from './processEntry';

/** Known facts of a tree before the processes are listed. */
export interface TreeKnowledge {
  /** The first process, initially leader of its own group and session; undefined if it was never reported. */
  readonly root: { readonly pid: number; readonly start: string } | undefined;
  /** Identities of processes that were seen in the tree before. */
  readonly known: ReadonlySet<string>;
  /** True right after the root's end: its pid, and so its group, cannot have been reused yet. */
  readonly rootJustEnded: boolean;
  /** Never part of the tree. */
  readonly self: number;
}

/**
 * The processes of a tree: those known before, those with the marker, the root's group and session,
 * and all their descendants. A group counts only while it contains a known process: later its
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
  { root, known, rootJustEnded }: TreeKnowledge,
): (entry: ProcessEntry) => boolean {
  const recognised = (entry: ProcessEntry): boolean =>
    entry.marked || known.has(identityOf(entry)) || isRoot(entry, root);
  if (root === undefined) return recognised;
  const inRootGroup = (entry: ProcessEntry): boolean =>
    entry.group === root.pid || entry.session === root.pid;
  const groupIsOurs =
    rootJustEnded || entries.some((entry) => inRootGroup(entry) && recognised(entry));
  return (entry) => recognised(entry) || (groupIsOurs && inRootGroup(entry));
}

function isRoot(entry: ProcessEntry, root: TreeKnowledge['root']): boolean {
  return root !== undefined && entry.pid === root.pid && entry.start === root.start;
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
