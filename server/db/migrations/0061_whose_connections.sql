-- By whom at its network an account was let in, so that its name is found when that person wants their data deleted there,
-- also where it is connected no more.
alter table connection_log add column granted_by text;
update connection_log l set granted_by = coalesce(a.granted_by, a.remote_id) from social_accounts a
  where a.user_id = l.user_id and a.platform = l.platform and l.account = coalesce(nullif(a.display_name, ''), a.username);
create index connection_log_by_grantor on connection_log (granted_by) where granted_by is not null;
