-- Checkpoints of the workspace before and after each turn.
ALTER TABLE turns ADD COLUMN checkpoint_before TEXT;
ALTER TABLE turns ADD COLUMN checkpoint_after TEXT;
-- JSON: HEAD, branch and stash entries before the turn
ALTER TABLE turns ADD COLUMN repository_before TEXT;
-- Number of the first turn since the task was added or last retried.
ALTER TABLE tasks ADD COLUMN first_turn INTEGER NOT NULL DEFAULT 1;

-- Rewinds and redos, each recorded before it touches the first file.
CREATE TABLE rewinds (
  id TEXT PRIMARY KEY NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('rewind', 'redo')),
  task_id TEXT NOT NULL,
  -- JSON: who asked for it
  who TEXT NOT NULL,
  at TEXT NOT NULL,
  to_turn INTEGER NOT NULL,
  after_turn TEXT NOT NULL,
  from_checkpoint TEXT NOT NULL,
  to_checkpoint TEXT NOT NULL,
  -- deflated JSON: the paths that change
  paths BLOB NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('applying', 'done')),
  undone_by TEXT
);
CREATE INDEX idx_events_task ON events(task_id) WHERE task_id IS NOT NULL;

-- Retention may take checkpoints and transcripts from a turn that has ended; what it counted as stays.
DROP TRIGGER turns_end_once;
CREATE TRIGGER turns_end_once BEFORE UPDATE OF
  task_id, counts_on, number, strategy_number, agent, started_at, pivot_directive, state_before, outcome,
  ended_at, duration_ms, reply_hash, state_after, strategy, reason, entropy_after, consequence, details
ON turns WHEN OLD.outcome <> 'running'
BEGIN
  SELECT RAISE(ABORT, 'this turn has already ended');
END;
