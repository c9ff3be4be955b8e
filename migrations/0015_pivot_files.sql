-- JSON: what happened to the task's files at the pivot; NULL where they were to be kept.
ALTER TABLE strategy_pivots ADD COLUMN files TEXT;
