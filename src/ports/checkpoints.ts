import type {
  CheckpointState,
  RepositoryChange,
  RepositoryState,
} from '../model/workspace/checkpoint';
import type { WorkspaceSnapshot } from './workspace';

export interface RecordedCheckpoint {
  /** Id of its content: equal for equal workspaces. */
  readonly id: string;
  /** Bytes that it added on disk. */
  readonly addedBytes: number;
  /** Files that are not stored and why, one sentence each ("big.bin (80 MB) is larger than …"). */
  readonly notes: readonly string[];
  /** The workspace at the same moment, as `Workspace.snapshot` returns it. */
  readonly snapshot: WorkspaceSnapshot;
}

/** A restore; the same request after a crash completes it. */
export interface RestoreRequest {
  /** Letters, digits and dashes; equal for the same restore. */
  readonly id: string;
  /** The checkpoint that was recorded just before. */
  readonly from: string;
  readonly to: string;
  /** Each path is changed from its version in `from` to the one in `to`; a path that is absent there is deleted. */
  readonly paths: readonly string[];
}

export interface RestoreResult {
  /** Paths that matched neither `from` nor `to`, or could not be accessed, and were not changed. */
  readonly left: readonly { readonly path: string; readonly why: string }[];
}

/** Stores the workspace's content at many moments, each content once. Only the lease holder writes. */
export interface Checkpoints {
  /** Why this folder must not be recorded (home folder, file system root), one sentence; undefined if it may be. */
  findRefusal(): Promise<string | undefined>;
  /**
   * Records the workspace; durable when it resolves. `also` are paths that are read even if they are ignored now.
   * Throws `StateError` if it cannot be stored (disk full, unreadable folder).
   */
  record(also?: Iterable<string>): Promise<RecordedCheckpoint>;
  /** The current workspace; stores nothing. */
  readWorkspace(also?: Iterable<string>): Promise<CheckpointState>;
  /** Throws `StateError` if the checkpoint is missing or damaged. */
  read(id: string): Promise<CheckpointState>;
  /**
   * Those of the checkpoints whose list of files cannot be read any more, because packs are gone or damaged. Looks closely
   * only where a checkpoint is missing altogether: a pack that is gone takes at least one with it.
   */
  findLost(ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Content of one file (a link's text) in a checkpoint; undefined if it contains none. Throws as `read`. */
  content(id: string, path: string): Promise<Uint8Array | undefined>;
  /**
   * Throws `StateError` before the first path changes if the restore is impossible. After a crash, the same request
   * completes it. Follows no links, never leaves the workspace.
   */
  restore(request: RestoreRequest): Promise<RestoreResult>;
  /** Bytes on disk. */
  usage(): Promise<number>;
  /**
   * Removes content that no given checkpoint needs; `dryRun` removes nothing. Returns the (potentially) freed bytes.
   */
  prune(
    keep: ReadonlySet<string>,
    options: {
      readonly dryRun: boolean;
      /** Checkpoints of which only the list of files is kept: `read` works, `content` does not. */
      readonly lists?: ReadonlySet<string>;
    },
  ): Promise<number>;
}

/** Reads the git repository that contains the workspace; never writes to it. Never rejects. */
export interface Repository {
  /** Undefined without git or without a repository. */
  readState(): Promise<RepositoryState | undefined>;
  /** Changes since `before`, which was read at `since`; undefined if there are none or they are unknown. */
  changeSince(before: RepositoryState, since: Date): Promise<RepositoryChange | undefined>;
}
