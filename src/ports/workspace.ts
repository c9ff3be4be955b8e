/** The tracked and unignored files of the workspace at one moment. */
export interface WorkspaceSnapshot {
  /** Relative path with `/` → hash of kind, mode and content. */
  readonly files: ReadonlyMap<string, string>;
  /** Paths that git does not track (all of them without git). */
  readonly untracked: ReadonlySet<string>;
}

/** Reads the workspace; never writes to it. */
export interface Workspace {
  /** Absolute path of its folder. */
  readonly directory: string;
  /** Rejects if the workspace cannot be read (missing, no permission), naming the path. */
  snapshot(): Promise<WorkspaceSnapshot>;
  /**
   * Text of one of its files, at most 1 MB; undefined if it is missing, larger, unreadable, not a plain file or outside
   * the workspace. Never rejects.
   */
  readText(path: string): Promise<string | undefined>;
  /**
   * Changes whenever one of its files is written, also with the same content; undefined if there is none. Never
   * rejects.
   */
  stampOf(path: string): Promise<string | undefined>;
  /**
   * Dependencies in the manifests of the workspace's root (package.json, requirements.txt, pyproject.toml, Cargo.toml,
   * go.mod, …), as `<manifest>:<name>`. Never rejects.
   */
  dependencies(): Promise<ReadonlySet<string>>;
}
