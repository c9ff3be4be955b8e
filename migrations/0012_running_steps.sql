-- What the agents of turns that run do right now; ending a turn takes it away.
CREATE TABLE running_steps (
  turn_id TEXT PRIMARY KEY,
  -- JSON
  steps TEXT NOT NULL
) WITHOUT ROWID;
