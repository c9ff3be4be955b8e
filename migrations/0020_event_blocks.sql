-- Older events that are kept for ever, many to a row: the whole file is written at each turn.
CREATE TABLE event_blocks (
  first_id INTEGER PRIMARY KEY,
  -- deflated JSON: rows of `events`, oldest first
  events BLOB NOT NULL
);
