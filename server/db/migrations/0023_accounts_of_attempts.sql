-- From which account of which network an attempt is sent, kept also when that account is taken away: what is on its way is
-- asked about only there, and by whoever connects the same one again.
alter table publish_attempts add column platform text, add column remote_id text;
update publish_attempts a set platform = s.platform, remote_id = s.remote_id from social_accounts s where s.id = a.account_id;
create index posts_of_former_account on posts (former_remote_id) where account_id is null and former_remote_id is not null;
