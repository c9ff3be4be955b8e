-- Loops in the steps of a turn that a human called no loop: the task does not report them again.
CREATE TABLE dismissed_findings (
  turn_id TEXT NOT NULL PRIMARY KEY,
  -- The task that the turn counts on, and the number of the turn.
  counts_on TEXT NOT NULL,
  turn INTEGER NOT NULL,
  detector TEXT NOT NULL,
  -- JSON: what was repeated
  places TEXT NOT NULL,
  at TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX idx_dismissed_task ON dismissed_findings(counts_on);
