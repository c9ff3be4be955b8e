-- Whether a turn or a rewind was in the worktree of its task; otherwise it was in the workspace.
ALTER TABLE turns ADD COLUMN worktree INTEGER NOT NULL DEFAULT 0 CHECK (worktree IN (0, 1));
ALTER TABLE rewinds ADD COLUMN worktree INTEGER NOT NULL DEFAULT 0 CHECK (worktree IN (0, 1));

-- Landings of verified work, each recorded before it touches the first file or reference.
CREATE TABLE landings (
  -- their order, whatever the clock said
  seq INTEGER PRIMARY KEY,
  turn_id TEXT NOT NULL UNIQUE,
  task_id TEXT NOT NULL,
  at TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('files', 'commit', 'branch')),
  -- checkpoints of the workspace just before and after, and the one with the new content; NULL for a branch
  from_checkpoint TEXT,
  to_checkpoint TEXT,
  after_checkpoint TEXT,
  -- deflated JSON: the paths that change
  paths BLOB NOT NULL,
  -- JSON: the commit and its reference; NULL for files
  git TEXT,
  -- JSON: what the turn is recorded with if Devs is killed meanwhile
  success TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('applying', 'done'))
);
