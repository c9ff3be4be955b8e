-- JSON: the newest call of the debugger before a pause; NULL where none was due.
ALTER TABLE tasks ADD COLUMN debugger_call TEXT;

-- Who undid changes without a human's request; NULL for a human.
ALTER TABLE rewinds ADD COLUMN cause TEXT;

-- A diagnosis may break a loop as well.
CREATE TABLE lessons_of_all_kinds (
  id TEXT PRIMARY KEY NOT NULL,
  task_id TEXT NOT NULL,
  at TEXT NOT NULL,
  agent TEXT NOT NULL,
  -- JSON: the signature of the failure it was stuck at
  failure TEXT NOT NULL,
  broken_by TEXT NOT NULL CHECK (
    broken_by IN ('pivot', 'hint', 'agent_change', 'unblock_authority', 'diagnosis')
  ),
  text TEXT NOT NULL,
  helped INTEGER NOT NULL DEFAULT 1,
  edited_at TEXT
);
INSERT INTO lessons_of_all_kinds (
  id, task_id, at, agent, failure, broken_by, text, helped, edited_at
)
SELECT id, task_id, at, agent, failure, broken_by, text, helped, edited_at
FROM lessons ORDER BY rowid;
DROP TABLE lessons;
ALTER TABLE lessons_of_all_kinds RENAME TO lessons;
