-- Usage limits that agents met, the newest of each, and agents that cannot go on in place of one at its limit.
CREATE TABLE usage_limits (
  agent TEXT PRIMARY KEY NOT NULL,
  until TEXT NOT NULL,
  since TEXT NOT NULL,
  -- the task whose turn met it
  task_id TEXT NOT NULL,
  -- why it cannot go on in place of others until then; NULL for a limit of its own
  unusable TEXT
) WITHOUT ROWID;
-- Those that tasks wait for already.
INSERT OR REPLACE INTO usage_limits (agent, until, since, task_id)
SELECT json_extract(events.data, '$.agent'), tasks.waiting_until, events.at, tasks.id
FROM tasks
JOIN events ON events.task_id = tasks.id AND events.event = 'retry_scheduled'
WHERE tasks.status = 'pending'
  AND json_extract(events.data, '$.until') = tasks.waiting_until
  AND json_extract(events.data, '$.external') = 'rate_limit'
  AND json_extract(events.data, '$.agent') IS NOT NULL
ORDER BY tasks.waiting_until;
