/** What the workspace held at one moment: its tracked and unignored files. */
export interface WorkspaceSnapshot {
  /** Relative path with `/` → hash of kind, mode and content. */
  readonly files: ReadonlyMap<string, string>;
  /** Paths that git does not track (all of them without git). */
  readonly untracked: ReadonlySet<string>;
}

/** Reads the workspace; never writes to it. */
export interface Workspace {
  /** Rejects when the workspace cannot be read (gone, no permission), naming the path. */
  snapshot(): Promise<WorkspaceSnapshot>;
}
