-- When the person last proved in this session who they are; null where that was before it was noted.
alter table sessions add column authenticated_at timestamptz;
-- When a password was last chosen; null for who still has the one that they registered with.
alter table users add column password_changed_at timestamptz;
