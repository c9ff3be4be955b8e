-- Usage limits that agents met, the newest of each.
CREATE TABLE usage_limits (
  agent TEXT PRIMARY KEY NOT NULL,
  until TEXT NOT NULL,
  since TEXT NOT NULL,
  -- the task whose turn met it
  task_id TEXT NOT NULL
) WITHOUT ROWID;
