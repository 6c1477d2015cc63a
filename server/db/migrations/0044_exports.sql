-- Everything of a person in one archive, which is made in the background and taken away a day later.
create table exports (
  id uuid primary key default gen_random_uuid(),
  -- Null once the person is gone: then its file goes, too.
  user_id uuid references users on delete set null,
  state text not null check (state in ('waiting', 'working', 'ready', 'failed')),
  -- Each attempt writes a file of its own. Whoever finds a later one than theirs has been given up for dead, and stops.
  attempt integer not null default 0,
  files_done integer not null default 0,
  files_total integer,
  size_bytes bigint,
  requested_at timestamptz not null,
  -- When something was last heard of it.
  touched_at timestamptz not null,
  expires_at timestamptz
);
create unique index one_export_at_once on exports (user_id) where state in ('waiting', 'working');
create index exports_of_user on exports (user_id, requested_at);
