-- JSON: how the landing of a task at work stands; NULL while it does not land.
ALTER TABLE tasks ADD COLUMN landing TEXT;
