/** One living process as the system lists it. Zombies are not listed: they hold no resources. */
export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** 0 if the system does not report it. */
  readonly session: number;
  /** Start time in the system's format; together with the pid it identifies the process. */
  readonly start: string;
  /** Whether it has the requested marker. */
  readonly marked: boolean;
}

/** The living processes at one moment; those that vanish or are unreadable are left out. */
export interface ProcessList {
  readonly entries: readonly ProcessEntry[];
  /**
   * Whether the list contains every marked process: no candidate ended during the listing, since it
   * could have started another one, and none was in exec, during which it shows no environment.
   */
  readonly isComplete: boolean;
}

/** Reads the system's processes. */
export interface ProcessTable {
  /** `since`: start of the tree's root; processes that started earlier have no marker. */
  list(marker: string, since?: string): ProcessList;
  /** Start of a process as in its entry; undefined when it is gone (or a zombie). */
  startOf(pid: number): string | undefined;
}

/** Identity of a process, unique over time. */
export function identityOf(entry: Pick<ProcessEntry, 'pid' | 'start'>): string {
  return `${entry.pid}@${entry.start}`;
}
