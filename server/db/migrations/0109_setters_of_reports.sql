-- Older processes may keep running.
-- The member of a workspace who shared a report. Null for a user's own, and once the member left.
alter table shared_reports add column set_by uuid references users on delete set null;
create index shared_reports_of_setter on shared_reports (set_by) where set_by is not null;
-- Earlier ones count as set by the workspace's first owner, like webhooks and feeds.
update shared_reports set set_by = (
  select user_id from members where workspace_id = shared_reports.user_id and role = 'owner' order by since, user_id limit 1)
where exists (select from workspaces where id = shared_reports.user_id);
