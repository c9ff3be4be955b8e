-- What humans said about changes that waited for their review.
CREATE TABLE review_comments (
  -- in the order in which they were made
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL,
  -- the (sub)task whose change it is about
  task_id TEXT NOT NULL,
  -- JSON: path, line, endLine and the text of these lines; NULL: about the whole change
  place TEXT,
  text TEXT NOT NULL,
  at TEXT NOT NULL,
  -- number and id of the turn whose change was sent back with it; NULL while it is open
  turn INTEGER,
  turn_id TEXT
);
-- Files, as ids of git trees, that humans accepted: as long as the task has exactly these, it lands without another review.
CREATE TABLE accepted_changes (
  task_id TEXT NOT NULL,
  tree TEXT NOT NULL,
  PRIMARY KEY (task_id, tree)
) WITHOUT ROWID;
