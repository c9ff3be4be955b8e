-- When a turn that failed for reasons outside the task is tried again.
ALTER TABLE tasks ADD COLUMN waiting_until TEXT;
-- Number of the turn with the best measurement.
ALTER TABLE tasks ADD COLUMN best_turn INTEGER;
