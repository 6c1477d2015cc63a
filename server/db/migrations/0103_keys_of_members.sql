-- Older processes may keep running.
-- The member who created a key of a workspace. Null for a user's own key.
alter table api_keys add column created_by uuid references users on delete cascade;
create index api_keys_of_creator on api_keys (created_by) where created_by is not null;
-- Earlier keys of a workspace act for its first owner.
update api_keys set created_by = (
  select user_id from members where workspace_id = api_keys.user_id and role = 'owner' order by since, user_id limit 1)
where exists (select from workspaces where id = api_keys.user_id);
