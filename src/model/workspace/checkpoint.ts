/** What stood at a path at one moment. */
export interface CheckpointEntry {
  /**
   * Kind, permission bits and content as one text, equal exactly when nothing of them differs:
   * `file:644:<sha256>`, `link:<sha256 of its text>`, `special:<kind>`, `unreadable`.
   */
  readonly version: string;
  /** Bytes of the content; 0 where there is none to speak of. */
  readonly size: number;
  /** False when only its version is known: too large, unreadable, no plain file. It cannot be brought back. */
  readonly stored: boolean;
}

/** The workspace at one moment: its tracked and unignored files. */
export interface CheckpointState {
  /** Relative path with `/` → what stood there. */
  readonly files: ReadonlyMap<string, CheckpointEntry>;
  /**
   * Paths of which nothing is known: ignored files, and folders (with `/` at the end) for all below
   * them. Nothing that lies here is ever restored or deleted.
   */
  readonly unknown: ReadonlySet<string>;
}

/** Whether a state says nothing of a path: it was ignored, or lay in a folder that was. */
export function isUnknownIn(state: CheckpointState, path: string): boolean {
  if (state.files.has(path)) return false;
  if (state.unknown.has(path)) return true;
  for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1)) {
    if (state.unknown.has(path.slice(0, end + 1))) return true;
  }
  return false;
}

/** Version of a path that is not there. */
export const ABSENT = 'absent';

/** Version of whatever could not be read: equal texts, but not equal contents. */
export const UNREADABLE = 'unreadable';

/** The version of a path; `ABSENT` when nothing stood there, undefined when nothing is known of it. */
export function versionIn(state: CheckpointState, path: string): string | undefined {
  const entry = state.files.get(path);
  if (entry !== undefined) return entry.version;
  return isUnknownIn(state, path) ? undefined : ABSENT;
}

/** What is known of the repository at one moment. */
export interface RepositoryState {
  /** Commit id of HEAD; '' before the first commit. */
  readonly head: string;
  /** Name of the branch; '' when HEAD is detached. */
  readonly branch: string;
  readonly stashes: number;
}

/** What somebody did to the repository in a turn; Devs itself never touches it. */
export interface RepositoryChange {
  /** Commits that came to be. */
  readonly commits: number;
  /** Stash entries that came to be. */
  readonly stashed: number;
  /** Set when HEAD is on another branch than before: the names; '' for none (detached). */
  readonly branchBefore?: string;
  readonly branchAfter?: string;
  /** Commit id that HEAD named before the turn; absent when there was none. */
  readonly headBefore?: string;
}
