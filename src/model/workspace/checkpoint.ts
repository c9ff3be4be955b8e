/** State of one path at one moment. */
export interface CheckpointEntry {
  /**
   * Kind, permission bits and content as one text, equal exactly when kind, bits and content are equal:
   * `file:644:<sha256>`, `link:<sha256 of its text>`, `special:<kind>`, `unreadable`.
   */
  readonly version: string;
  /** Bytes of the content; 0 for entries without content. */
  readonly size: number;
  /** False when only its version is known: too large, unreadable, not a plain file. It cannot be restored. */
  readonly stored: boolean;
}

/** The workspace at one moment: its tracked and unignored files. */
export interface CheckpointState {
  /** Relative path with `/` → its state. */
  readonly files: ReadonlyMap<string, CheckpointEntry>;
  /**
   * Paths without information: ignored files, and folders (with `/` at the end) for everything below
   * them. These paths are never restored or deleted.
   */
  readonly unknown: ReadonlySet<string>;
}

/** Whether the state has no information on a path: it was ignored, or was in an ignored folder. */
export function isUnknownIn(state: CheckpointState, path: string): boolean {
  if (state.files.has(path)) return false;
  if (state.unknown.has(path)) return true;
  for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1)) {
    if (state.unknown.has(path.slice(0, end + 1))) return true;
  }
  return false;
}

/** Version of an absent path. */
export const ABSENT = 'absent';

/** Version of a path that could not be read; two of them may differ in content. */
export const UNREADABLE = 'unreadable';

/** Returns the version of a path; `ABSENT` if it did not exist, undefined if unknown. */
export function versionIn(state: CheckpointState, path: string): string | undefined {
  const entry = state.files.get(path);
  if (entry !== undefined) return entry.version;
  return isUnknownIn(state, path) ? undefined : ABSENT;
}

/** State of the git repository at one moment. */
export interface RepositoryState {
  /** Commit id of HEAD; '' before the first commit. */
  readonly head: string;
  /** Name of the branch; '' when HEAD is detached. */
  readonly branch: string;
  readonly stashes: number;
}

/** Changes to the repository during a turn, made by the agent or the user; Devs never changes it. */
export interface RepositoryChange {
  /** New commits. */
  readonly commits: number;
  /** New stash entries. */
  readonly stashed: number;
  /** Set if HEAD is on another branch than before: the names; '' for none (detached). */
  readonly branchBefore?: string;
  readonly branchAfter?: string;
  /** Commit id of HEAD before the turn; absent if there was none. */
  readonly headBefore?: string;
}
