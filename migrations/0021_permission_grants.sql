-- Rules that a human made by answering a permission request with "always".
CREATE TABLE permission_grants (
  -- '' for all tasks of the workspace
  task_id TEXT NOT NULL,
  rule TEXT NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (task_id, rule)
) WITHOUT ROWID;
