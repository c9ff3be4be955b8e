CREATE TABLE hints (
  id INTEGER PRIMARY KEY,
  task_id TEXT NOT NULL,
  text TEXT NOT NULL,
  at TEXT NOT NULL
);
CREATE INDEX idx_hints_task ON hints(task_id);

-- Files that verifications write: left out of workspace fingerprints.
CREATE TABLE verify_artefacts (
  path TEXT PRIMARY KEY NOT NULL
) WITHOUT ROWID;
