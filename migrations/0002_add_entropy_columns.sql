ALTER TABLE tasks ADD COLUMN entropy_count INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tasks ADD COLUMN pivot_count INTEGER NOT NULL DEFAULT 0;

CREATE TABLE IF NOT EXISTS strategy_pivots (
  id TEXT PRIMARY KEY DEFAULT (lower(hex(randomblob(8)))),
  task_id TEXT NOT NULL,
  pivot_count INTEGER NOT NULL,
  entropy_count_at_trigger INTEGER NOT NULL,
  triggered_at TEXT NOT NULL DEFAULT (datetime('now'))
);
CREATE INDEX IF NOT EXISTS idx_pivots_task ON strategy_pivots(task_id);
