import { setTimeout as delay } from 'node:timers/promises';
import { findTree } from './findTree';
import { identityOf, type ProcessEntry, type ProcessTable } from './processEntry';

/** Milliseconds between SIGTERM and SIGKILL. */
export const GRACE_MS = 1_000;
/** Milliseconds during which SIGKILL is repeated before what is left is given up and reported. */
export const KILL_MS = 5_000;
/** Milliseconds between two looks: the end of a process that is not our child sends no event. */
const LOOK_MS = 20;

/** A tree of processes that can be ended as a whole. */
export interface ProcessTree {
  /** To be called right when the root has ended: notes what it leaves behind. */
  rootEnded(): void;
  /**
   * Ends the tree: SIGTERM, a grace of `GRACE_MS`, then SIGKILL until nothing is left. Resolves
   * with the number of processes that outlived even that; 0 as a rule. Never rejects.
   */
  end(): Promise<number>;
}

export interface TreeOptions {
  readonly root: { readonly pid: number; readonly start: string } | undefined;
  /** Id in the tree's `DEVS_TURN`. */
  readonly marker: string;
  readonly table: ProcessTable;
}

/** The tree below `root`, by group, session, descent and marker (POSIX). */
export function createProcessTree({ root, marker, table }: TreeOptions): ProcessTree {
  const known = new Set<string>();
  /** Nothing of the tree is left: what is not there starts nothing. */
  let isOver = false;

  function survey(rootJustEnded = false): readonly ProcessEntry[] {
    const knowledge = { root, known, rootJustEnded, self: process.pid };
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
      // One look proves nothing where the list may miss some.
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
  // A stopped process sees SIGTERM only once it goes on.
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
    // Gone in this very moment, or another user's: the next look tells.
  }
}
