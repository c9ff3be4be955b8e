-- 0x44657673 = "Devs": tells our database from anybody else's.
PRAGMA application_id = 1147500147;

CREATE TABLE tasks (
  id TEXT PRIMARY KEY NOT NULL,
  title TEXT NOT NULL,
  status TEXT NOT NULL DEFAULT 'pending' CHECK (
    status IN (
      'pending', 'in_progress', 'blocked', 'done', 'done_partial', 'skipped', 'aborted_stuck',
      'PAUSED_FOR_INTERVENTION'
    )
  ),
  status_reason TEXT NOT NULL DEFAULT '',
  unverified INTEGER NOT NULL DEFAULT 0 CHECK (unverified IN (0, 1)),
  last_response_hash TEXT,
  strategy_number INTEGER NOT NULL DEFAULT 1,
  pivot_due INTEGER NOT NULL DEFAULT 0,
  start_state TEXT,
  -- JSON: the best measurement ever
  best TEXT,
  agent_override TEXT,
  turns_before INTEGER NOT NULL DEFAULT 0,
  hidden INTEGER NOT NULL DEFAULT 0 CHECK (hidden IN (0, 1))
);

CREATE TABLE run_state (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  status TEXT NOT NULL CHECK (status IN ('IDLE', 'RUNNING', 'PAUSED'))
);
INSERT INTO run_state (id, status) VALUES (1, 'IDLE');
