-- Older processes may keep running.
-- The name of a guest of a review link, who has no account. Null for members.
alter table workspace_log add column actor_name text;
