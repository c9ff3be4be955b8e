-- JSON: the newest call of the debugger before a pause; NULL where none was due.
ALTER TABLE tasks ADD COLUMN debugger_call TEXT;

-- Who undid changes without a human's request; NULL for a human.
ALTER TABLE rewinds ADD COLUMN cause TEXT;
