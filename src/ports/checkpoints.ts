import type {
  CheckpointState,
  RepositoryChange,
  RepositoryState,
} from '../model/workspace/checkpoint';
import type { WorkspaceSnapshot } from './workspace';

export interface RecordedCheckpoint {
  /** Names its content: equal for equal workspaces. */
  readonly id: string;
  /** Bytes that it added on disk. */
  readonly addedBytes: number;
  /** What is not kept and why, a sentence each for humans ("big.bin (80 MB) is larger than …"). */
  readonly notes: readonly string[];
  /** The workspace at the same moment, as `Workspace.snapshot` gives it: one look served both. */
  readonly snapshot: WorkspaceSnapshot;
}

/** What a restore is to do: it can be asked for again after a crash and then finishes what is left. */
export interface RestoreRequest {
  /** Letters, digits and dashes; the same for the same restore. */
  readonly id: string;
  /** The checkpoint that was recorded just before. */
  readonly from: string;
  readonly to: string;
  /** Each is brought from its version in `from` to the one in `to`; a path without one there is deleted. */
  readonly paths: readonly string[];
}

export interface RestoreResult {
  /** Paths that stood neither as in `from` nor as in `to`, or could not be reached, and were left alone. */
  readonly left: readonly { readonly path: string; readonly why: string }[];
}

/** The workspace's content at many moments, each content kept once. Only the lease holder writes. */
export interface Checkpoints {
  /** Why this folder is never recorded (a home folder, a file system's root), in a sentence; undefined when it can be. */
  findRefusal(): Promise<string | undefined>;
  /**
   * Records the workspace as it is: durable when it resolves. `also` are paths looked at even where
   * they are ignored by now. Throws `StateError` when it cannot be kept (disk full, unreadable folder).
   */
  record(also?: Iterable<string>): Promise<RecordedCheckpoint>;
  /** The workspace as it is now, without keeping anything. */
  readWorkspace(also?: Iterable<string>): Promise<CheckpointState>;
  /** Throws `StateError` when the checkpoint is gone or damaged. */
  read(id: string): Promise<CheckpointState>;
  /** Content of one file (a link's text) in a checkpoint; undefined when it holds none. Throws as `read`. */
  content(id: string, path: string): Promise<Uint8Array | undefined>;
  /**
   * All or nothing: throws `StateError` before the first path changes when it cannot be done. Killed
   * half-way it is finished by asking again. Never follows a link, never leaves the workspace.
   */
  restore(request: RestoreRequest): Promise<RestoreResult>;
  /** Bytes on disk. */
  usage(): Promise<number>;
  /** Removes all that none of these checkpoints needs; `dryRun` only tells. Bytes that are (or would be) free. */
  prune(keep: ReadonlySet<string>, options: { readonly dryRun: boolean }): Promise<number>;
}

/** Looks at the git repository that the workspace lies in; never writes to it. Never rejects. */
export interface Repository {
  /** Undefined without git or without a repository. */
  readState(): Promise<RepositoryState | undefined>;
  /** What happened since `before`, which was seen at `since`; undefined when nothing or nothing can be told. */
  changeSince(before: RepositoryState, since: Date): Promise<RepositoryChange | undefined>;
}
