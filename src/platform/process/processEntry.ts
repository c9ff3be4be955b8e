/** One living process as the system lists it. Zombies are not listed: they hold nothing any more. */
export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** 0 where the system does not tell. */
  readonly session: number;
  /** When it started, in the system's own words; with the pid it tells a reused pid apart. */
  readonly start: string;
  /** True when it carries the marker that was asked for. */
  readonly marked: boolean;
}

/** The living processes at one moment; those that vanish or may not be read are left out. */
export interface ProcessList {
  readonly entries: readonly ProcessEntry[];
  /**
   * True when no marked process can be missing: none that could carry the marker ended while the
   * list was read, as it could have started another, and none was in the middle of exec, in which it
   * shows no environment.
   */
  readonly isComplete: boolean;
}

/** Reads the system's processes. */
export interface ProcessTable {
  /** `since`: the start of the tree's root; what started before it carries no marker. */
  list(marker: string, since?: string): ProcessList;
  /** Start of a process as in its entry; undefined when it is gone (or a zombie). */
  startOf(pid: number): string | undefined;
}

/** What tells one process from all others, before and after. */
export function identityOf(entry: Pick<ProcessEntry, 'pid' | 'start'>): string {
  return `${entry.pid}@${entry.start}`;
}
