-- Older processes may keep running.
-- Links to the results of a period, for readers without an account. Only a hash of the link's key is stored.
create table shared_reports (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  token_hash text not null unique,
  title text not null,
  from_day text not null,
  to_day text not null,
  platform text check (is_platform(platform)),
  time_zone text not null,
  language text not null check (language in ('en', 'ar')),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index shared_reports_of_user on shared_reports (user_id, created_at);
