-- The verification of a task before its first turn.
CREATE TABLE baselines (
  task_id TEXT PRIMARY KEY,
  -- Deflated JSON of the whole record: read one at a time, and large where a report names every test.
  baseline BLOB NOT NULL
) WITHOUT ROWID;

-- Original test files that are in place of edited ones while they are verified; after a crash the
-- next holder brings the edited ones back.
CREATE TABLE original_files (
  turn_id TEXT PRIMARY KEY,
  -- Deflated JSON.
  files BLOB NOT NULL
) WITHOUT ROWID;
