-- Turns in the order in which they began; unlike a rowid, `seq` stays what it is and is never used twice.
CREATE TABLE ordered_turns (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
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
  checkpoint_before TEXT,
  checkpoint_after TEXT,
  -- JSON: HEAD, branch and stash entries before the turn
  repository_before TEXT,
  UNIQUE (counts_on, number),
  CHECK ((outcome = 'running') = (ended_at IS NULL))
);
INSERT INTO ordered_turns (
  seq, id, task_id, counts_on, number, strategy_number, agent, started_at, pivot_directive, state_before,
  outcome, ended_at, duration_ms, reply_hash, state_after, strategy, reason, entropy_after, consequence,
  transcript, details, checkpoint_before, checkpoint_after, repository_before
)
SELECT
  rowid, id, task_id, counts_on, number, strategy_number, agent, started_at, pivot_directive, state_before,
  outcome, ended_at, duration_ms, reply_hash, state_after, strategy, reason, entropy_after, consequence,
  transcript, details, checkpoint_before, checkpoint_after, repository_before
FROM turns ORDER BY rowid;
DROP TABLE turns;
ALTER TABLE ordered_turns RENAME TO turns;
CREATE UNIQUE INDEX idx_turns_running ON turns(id) WHERE outcome = 'running';

-- Retention may take checkpoints and transcripts from a turn that has ended; what it counted as stays.
CREATE TRIGGER turns_end_once BEFORE UPDATE OF
  task_id, counts_on, number, strategy_number, agent, started_at, pivot_directive, state_before, outcome,
  ended_at, duration_ms, reply_hash, state_after, strategy, reason, entropy_after, consequence, details
ON turns WHEN OLD.outcome <> 'running'
BEGIN
  SELECT RAISE(ABORT, 'this turn has already ended');
END;

-- How many turns ever counted on a task, those included that are kept no longer.
CREATE TABLE turn_counts (
  counts_on TEXT PRIMARY KEY NOT NULL,
  last_number INTEGER NOT NULL
) WITHOUT ROWID;
INSERT INTO turn_counts (counts_on, last_number)
SELECT counts_on, max(number) FROM turns GROUP BY counts_on;

-- Older turns lie in files in history/, oldest first; every one of them is older than those in `turns`.
CREATE TABLE turn_segments (
  first_seq INTEGER PRIMARY KEY,
  last_seq INTEGER NOT NULL,
  -- never changes its content: another content is another file
  file TEXT NOT NULL,
  -- deflated JSON: task that they count on -> how many turns of it lie there
  tasks BLOB NOT NULL
);
