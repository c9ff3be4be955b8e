/** Disk usage of the state folder, in bytes. */
export interface StateUsage {
  /** Absolute path of the state folder. */
  readonly directory: string;
  /** The database, its last good copy, damaged databases that were set aside, and the space in reserve. */
  readonly database: number;
  /** Old turns moved out of the database, the event log, run reports, issues. */
  readonly history: number;
  readonly transcripts: number;
  readonly checkpoints: number;
  /** What setups made and new worktrees get again. */
  readonly setups: number;
}

/** Sums the bytes of all parts but `setups`, for which retention removes no history. */
export function stateSize({ database, history, transcripts, checkpoints }: StateUsage): number {
  return database + history + transcripts + checkpoints;
}

/** A file of the state folder that may be removed. */
export interface StateFile {
  /** Path in the state folder, with `/`. */
  readonly name: string;
  readonly bytes: number;
  /** Milliseconds since 1970: last written (a transcript, a log), set aside (a database). */
  readonly at: number;
}

export interface TranscriptFile extends StateFile {
  /** Id of the turn, from the file name. */
  readonly turnId: string;
}

export interface RemovedFiles {
  readonly bytes: number;
  /** Failed removals: one sentence each for humans. */
  readonly problems: readonly string[];
}

/** The files of one state folder except the database and the checkpoints. Follows no links. */
export interface StateFiles {
  /** Never rejects: missing and unreadable files count as 0 bytes. */
  usage(): Promise<StateUsage>;
  /** Never rejects: missing and unreadable files are omitted. */
  listTranscripts(): Promise<readonly TranscriptFile[]>;
  /** Damaged databases that were set aside. Never rejects. */
  listSetAside(): Promise<readonly StateFile[]>;
  /** Lists closed event logs. Never rejects. */
  listOldEvents(): Promise<readonly StateFile[]>;
  /**
   * Removes listed files, and transcript folders that become empty. A missing file counts as removed. Never rejects.
   */
  remove(names: readonly string[]): Promise<RemovedFiles>;
  /** Removes all that setups made, and what a crash left of it. Never rejects. */
  removeSetups(): Promise<RemovedFiles>;
}
