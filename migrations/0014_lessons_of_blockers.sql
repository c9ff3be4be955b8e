-- What resolved a blocker is a lesson as well; a human's action outside the task, or a diagnosis, can break a loop.
CREATE TABLE lessons_with_blockers (
  id TEXT PRIMARY KEY NOT NULL,
  task_id TEXT NOT NULL,
  at TEXT NOT NULL,
  agent TEXT NOT NULL,
  -- JSON: the signature of the failure it was stuck at, or of the blocker
  failure TEXT NOT NULL,
  broken_by TEXT NOT NULL
    CHECK (broken_by IN ('pivot', 'hint', 'agent_change', 'unblock_authority', 'diagnosis', 'resume')),
  text TEXT NOT NULL,
  helped INTEGER NOT NULL DEFAULT 1,
  edited_at TEXT,
  -- The kind of blocker; NULL for a loop of failures
  blocker TEXT
);

INSERT INTO lessons_with_blockers (id, task_id, at, agent, failure, broken_by, text, helped, edited_at)
SELECT id, task_id, at, agent, failure, broken_by, text, helped, edited_at FROM lessons ORDER BY rowid;

DROP TABLE lessons;
ALTER TABLE lessons_with_blockers RENAME TO lessons;
