-- Steps inside turns that run; ending a turn moves them into its details.
CREATE TABLE hops (
  turn_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  -- JSON
  hop TEXT NOT NULL,
  PRIMARY KEY (turn_id, number)
) WITHOUT ROWID;

-- JSON: edge counters and what else the roles of a task remember; NULL where no role worked on it.
ALTER TABLE tasks ADD COLUMN role_memory TEXT;
