/** Disk usage of the state folder, in bytes. */
export interface StateUsage {
  /** Absolute path of the state directory. */
  readonly directory: string;
  /** The database, its last good copy, and damaged ones that were set aside. */
  readonly database: number;
  /** Old turns that were moved out of the database, the log of events, reports of runs, issues. */
  readonly history: number;
  readonly transcripts: number;
  readonly checkpoints: number;
}

/** Bytes of all of it together. */
export function stateSize({ database, history, transcripts, checkpoints }: StateUsage): number {
  return database + history + transcripts + checkpoints;
}

/** A file of the state directory that may be removed. */
export interface StateFile {
  /** Path in the state directory, with `/`. */
  readonly name: string;
  readonly bytes: number;
  /** Milliseconds since 1970: last written (a transcript, a log), set aside (a database). */
  readonly at: number;
}

export interface TranscriptFile extends StateFile {
  /** Id of the turn as the file's name tells it. */
  readonly turnId: string;
}

export interface RemovedFiles {
  readonly bytes: number;
  /** What could not be removed: a sentence each for humans. */
  readonly problems: readonly string[];
}

/** The files of one state directory besides the database and the checkpoints. Follows no links. */
export interface StateFiles {
  /** Never rejects: what vanishes or cannot be read counts nothing. */
  usage(): Promise<StateUsage>;
  /** Never rejects: what vanishes or cannot be read is left out. */
  listTranscripts(): Promise<readonly TranscriptFile[]>;
  /** Damaged databases that were set aside. Never rejects. */
  listSetAside(): Promise<readonly StateFile[]>;
  /** Logs of events that no line is added to any more. Never rejects. */
  listOldEvents(): Promise<readonly StateFile[]>;
  /**
   * Removes files that were listed, and folders of transcripts that become empty. One that is gone
   * already counts as removed. Never rejects.
   */
  remove(names: readonly string[]): Promise<RemovedFiles>;
}
