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

/** Reads the system's processes. */
export interface ProcessTable {
  /** Every living process; those that vanish or may not be read are left out. */
  list(marker: string): readonly ProcessEntry[];
  /** Start of a process as in its entry; undefined when it is gone (or a zombie). */
  startOf(pid: number): string | undefined;
}

/** What tells one process from all others, before and after. */
export function identityOf(entry: Pick<ProcessEntry, 'pid' | 'start'>): string {
  return `${entry.pid}@${entry.start}`;
}
