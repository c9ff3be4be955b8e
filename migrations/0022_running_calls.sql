-- What agents that run said so far that they used, by call.
CREATE TABLE running_calls (
  turn_id TEXT NOT NULL,
  -- '' for the only call of a turn
  call TEXT NOT NULL,
  task_id TEXT NOT NULL,
  usage TEXT NOT NULL,
  PRIMARY KEY (turn_id, call)
) WITHOUT ROWID;
