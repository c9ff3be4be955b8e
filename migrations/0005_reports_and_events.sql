CREATE TABLE reports (
  id INTEGER PRIMARY KEY,
  task_id TEXT NOT NULL,
  created_at TEXT NOT NULL,
  -- JSON: the whole report as it was filed
  report TEXT NOT NULL
);
CREATE INDEX idx_reports_task ON reports(task_id);

CREATE TABLE events (
  id INTEGER PRIMARY KEY,
  at TEXT NOT NULL,
  event TEXT NOT NULL,
  task_id TEXT,
  -- JSON: the facts of the event
  data TEXT NOT NULL
);
