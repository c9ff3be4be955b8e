CREATE TABLE turns (
  id TEXT NOT NULL,
  task_id TEXT NOT NULL,
  counts_on TEXT NOT NULL,
  number INTEGER NOT NULL,
  strategy_number INTEGER NOT NULL,
  agent TEXT NOT NULL,
  started_at TEXT NOT NULL,
  pivot_directive INTEGER NOT NULL,
  state_before TEXT NOT NULL,
  outcome TEXT NOT NULL DEFAULT 'running' CHECK (
    outcome IN ('running', 'interrupted', 'not_agent', 'success', 'progress', 'no_progress')
  ),
  ended_at TEXT,
  duration_ms INTEGER,
  reply_hash TEXT,
  state_after TEXT,
  strategy TEXT,
  reason TEXT,
  entropy_after INTEGER,
  consequence TEXT CHECK (consequence IN ('none', 'pivot', 'pause', 'blocked', 'done')),
  transcript TEXT,
  -- deflated JSON, only shown: agentEnd, firstLines, changedFiles, verification
  details BLOB,
  UNIQUE (counts_on, number),
  CHECK ((outcome = 'running') = (ended_at IS NULL))
);
CREATE UNIQUE INDEX idx_turns_running ON turns(id) WHERE outcome = 'running';

CREATE TRIGGER turns_end_once BEFORE UPDATE ON turns WHEN OLD.outcome <> 'running'
BEGIN
  SELECT RAISE(ABORT, 'this turn has already ended');
END;

-- Replies and workspace states of strategies that were given up.
CREATE TABLE abandoned (
  task_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('reply', 'state')),
  value TEXT NOT NULL,
  PRIMARY KEY (task_id, kind, value)
) WITHOUT ROWID;
