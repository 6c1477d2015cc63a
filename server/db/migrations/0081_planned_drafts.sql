-- Older processes may keep running.
-- The time that an author plans for a draft. Nothing is published at it: the author still schedules the draft.
alter table posts add column planned_at timestamptz;
