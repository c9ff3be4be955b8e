-- When a turn that failed for reasons outside the task is tried again.
ALTER TABLE tasks ADD COLUMN waiting_until TEXT;
