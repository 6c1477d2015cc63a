-- Older processes may keep running.
-- The member of a workspace who set the address of a webhook or feed. Null for a user's own, and once they left.
alter table webhooks add column set_by uuid references users on delete set null;
create index webhooks_of_setter on webhooks (set_by) where set_by is not null;
alter table feeds add column set_by uuid references users on delete set null;
create index feeds_of_setter on feeds (set_by) where set_by is not null;
-- Earlier ones count as set by the workspace's first owner.
update webhooks set set_by = (
  select user_id from members where workspace_id = webhooks.user_id and role = 'owner' order by since, user_id limit 1)
where exists (select from workspaces where id = webhooks.user_id);
update feeds set set_by = (
  select user_id from members where workspace_id = feeds.user_id and role = 'owner' order by since, user_id limit 1)
where exists (select from workspaces where id = feeds.user_id);
