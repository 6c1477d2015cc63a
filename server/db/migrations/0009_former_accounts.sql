-- The account that a post was written for, noted when that goes: the post waits until the same one is there again.
alter table posts add column former_remote_id text, add column former_account text;

create function leave_posts_waiting() returns trigger language plpgsql as $$
begin
  update posts set account_id = null, former_remote_id = old.remote_id,
    former_account = coalesce(nullif(old.display_name, ''), '@' || old.username, old.remote_id)
  where account_id = old.id;
  return old;
end $$;
create trigger accounts_leave_posts before delete on social_accounts for each row execute function leave_posts_waiting();
