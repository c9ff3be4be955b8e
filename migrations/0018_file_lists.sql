-- Retention by size takes the contents of a turn's checkpoints; their lists of files stay, which tell whose a file is.
ALTER TABLE turns ADD COLUMN contents_removed INTEGER NOT NULL DEFAULT 0 CHECK (contents_removed IN (0, 1));
