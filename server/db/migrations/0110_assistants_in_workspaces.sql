-- Older processes may keep running.
-- The member who permits a program to act in a workspace, which is then `user_id`. Null for a user's own content.
alter table oauth_requests add column permitted_by uuid references users on delete cascade;
