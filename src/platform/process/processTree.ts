import { setTimeout as delay } from 'node:timers/promises';
import { findTree, type KnownProcess } from './findTree';
import { identityOf, type ProcessEntry, type ProcessTable } from './processEntry';

/** Milliseconds between SIGTERM and SIGKILL. */
export const GRACE_MS = 1_000;
/** Milliseconds during which SIGKILL is repeated before the remaining processes are reported. */
export const KILL_MS = 5_000;
/** Milliseconds between two checks: a process that is not our child sends no event when it ends. */
const LOOK_MS = 20;

/** A tree of processes that can be ended as a whole. */
export interface ProcessTree {
  /** Call it as soon as the root has ended: records the remaining processes. */
  rootEnded(): void;
  /**
   * Ends the tree: SIGTERM, a grace of `GRACE_MS`, then SIGKILL until nothing is left. Resolves
   * with the number of processes that survived; usually 0. Never rejects.
   */
  end(): Promise<number>;
}

export interface TreeOptions {
  readonly root: KnownProcess | undefined;
  /** Adopts its orphans; absent where nothing does. */
  readonly subreaper?: KnownProcess | undefined;
  /** Id in the tree's `DEVS_TURN`. */
  readonly marker: string;
  readonly table: ProcessTable;
}

/** The tree below `root`, by group, session, descent, adoption and marker (POSIX). */
export function createProcessTree(options: TreeOptions): ProcessTree {
  const { root, subreaper, marker, table } = options;
  const known = new Set<string>();
  /** The tree is empty and cannot start new processes. */
  let isOver = false;

  function survey(rootJustEnded = false): readonly ProcessEntry[] {
    const knowledge = { root, subreaper, known, rootJustEnded, self: process.pid };
    const { entries, isComplete } = table.list(marker, root?.start);
    const tree = findTree(entries, knowledge);
    for (const entry of tree) known.add(identityOf(entry));
    isOver ||= tree.length === 0 && isComplete;
    return tree;
  }

  async function end(): Promise<number> {
    const killFrom = performance.now() + GRACE_MS;
    const asked = new Set<string>();
    let emptyLooks = 0;
    while (!isOver) {
      const alive = survey();
      if (performance.now() > killFrom + KILL_MS) return alive.length;
      // One check proves nothing if the list may be incomplete.
      emptyLooks = alive.length === 0 ? emptyLooks + 1 : 0;
      isOver ||= emptyLooks === 2;
      if (isOver) break;
      const kill = performance.now() >= killFrom;
      for (const entry of alive) {
        if (kill) signal(entry, { table, name: 'SIGKILL' });
        else ask(entry, { table, asked });
      }
      await delay(LOOK_MS);
    }
    return 0;
  }

  return {
    rootEnded() {
      survey(true);
    },
    end,
  };
}

function ask(
  entry: ProcessEntry,
  { table, asked }: { readonly table: ProcessTable; readonly asked: Set<string> },
): void {
  if (asked.has(identityOf(entry))) return;
  asked.add(identityOf(entry));
  signal(entry, { table, name: 'SIGTERM' });
  // A stopped process receives SIGTERM only when it continues.
  signal(entry, { table, name: 'SIGCONT' });
}

function signal(
  entry: ProcessEntry,
  { table, name }: { readonly table: ProcessTable; readonly name: NodeJS.Signals },
): void {
  if (table.startOf(entry.pid) !== entry.start) return;
  try {
    process.kill(entry.pid, name);
  } catch {
    // Just ended, or of another user: the next check shows it.
  }
}
