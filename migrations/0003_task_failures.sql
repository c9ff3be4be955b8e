CREATE TABLE IF NOT EXISTS task_failures (
  task_id TEXT PRIMARY KEY,
  failure_count INTEGER NOT NULL DEFAULT 0,
  last_error TEXT,
  failed_strategies TEXT NOT NULL DEFAULT '[]'
);
