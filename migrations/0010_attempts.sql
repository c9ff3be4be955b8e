-- Visits of the scheduler; a number is never used twice.
CREATE TABLE attempts (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  task_id TEXT NOT NULL,
  at TEXT NOT NULL,
  status TEXT NOT NULL,
  session_id TEXT NOT NULL,
  -- JSON lists of lines; NULL for none
  blockers TEXT,
  completed_work TEXT,
  counted INTEGER NOT NULL,
  -- NULL = not known
  changed INTEGER,
  progress INTEGER NOT NULL,
  definition TEXT NOT NULL,
  agent TEXT NOT NULL,
  first_turn INTEGER,
  last_turn INTEGER
);
CREATE INDEX idx_attempts_task ON attempts(task_id, number);

-- Directives that a recovery gave, with their proof.
CREATE TABLE context_entries (
  id TEXT PRIMARY KEY NOT NULL,
  task_id TEXT NOT NULL,
  topic TEXT NOT NULL CHECK (topic IN ('loop_recovery', 'unblock_authority', 'loop_escalation')),
  content TEXT NOT NULL,
  timestamp TEXT NOT NULL,
  -- JSON: the loop that it answers; NULL for none
  loop TEXT,
  attempt INTEGER NOT NULL,
  closed_at TEXT,
  closed_why TEXT,
  CHECK ((closed_at IS NULL) = (closed_why IS NULL))
);
CREATE INDEX idx_context_entries_task ON context_entries(task_id);
CREATE INDEX idx_context_entries_open ON context_entries(task_id) WHERE closed_at IS NULL;

-- How loops were broken.
CREATE TABLE lessons (
  id TEXT PRIMARY KEY NOT NULL,
  task_id TEXT NOT NULL,
  at TEXT NOT NULL,
  agent TEXT NOT NULL,
  -- JSON: the signature of the failure it was stuck at
  failure TEXT NOT NULL,
  broken_by TEXT NOT NULL CHECK (broken_by IN ('pivot', 'hint', 'agent_change', 'unblock_authority')),
  text TEXT NOT NULL,
  helped INTEGER NOT NULL DEFAULT 1,
  edited_at TEXT
);

-- The newest attempt that does not count any more: force next, Resume and the like begin anew.
ALTER TABLE tasks ADD COLUMN attempts_before INTEGER NOT NULL DEFAULT 0;
-- Number of the newest attempt when the task began to wait for its next visit.
ALTER TABLE tasks ADD COLUMN queued_at INTEGER NOT NULL DEFAULT 0;

CREATE INDEX idx_events_event ON events(event, id);
