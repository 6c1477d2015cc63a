-- What happened to a post, written in the transaction in which it happened. A post may be gone while what happened to it
-- is still told.
create table events (
  id bigint generated always as identity primary key,
  user_id uuid not null references users on delete cascade,
  kind text not null,
  post_id uuid,
  at timestamptz not null
);
create index events_of_user on events (user_id, id);

-- Whoever disconnects an account writes on its posts which one it was; no trigger changes posts any more.
drop trigger accounts_leave_posts on social_accounts;
drop function leave_posts_waiting();
