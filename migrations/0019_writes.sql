-- How often the file was written: tells an older file that was put in its place.
ALTER TABLE run_state ADD COLUMN writes INTEGER NOT NULL DEFAULT 0;
