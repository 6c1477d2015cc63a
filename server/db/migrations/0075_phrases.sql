-- Older processes may keep running.
-- Phrases that a user keeps for later posts.
create table phrases (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  text text not null,
  created_at timestamptz not null,
  unique (user_id, text)
);
