-- Older processes may keep running.
-- Posts with the same `recurrence_id` repeat each other.
alter table posts add column recurrence_id uuid;
-- The local date by the rule, such as `2026-12-03`. It stays when the post is moved.
alter table posts add column occurrence_on text;
create unique index one_post_per_occurrence on posts (recurrence_id, occurrence_on) where recurrence_id is not null;
