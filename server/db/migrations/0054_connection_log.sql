-- What became of people's connections to networks, for whoever looks after the installation's apps there. It outlives the
-- accounts that it tells of, and is kept for a year.
create table connection_log (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  user_id uuid not null references users on delete cascade,
  platform text not null check (platform in ('linkedin', 'twitter', 'facebook', 'instagram', 'threads')),
  what text not null check (what in ('connected', 'lost', 'regained', 'removed', 'refused')),
  -- What the account was called then; null where there was none yet.
  account text,
  -- Why it was refused.
  trouble text
);
create index connection_log_of_user on connection_log (user_id);
