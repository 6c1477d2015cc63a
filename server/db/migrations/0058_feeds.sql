-- Secret addresses at which calendars and feed readers find a person's posts.
create table feeds (
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('calendar', 'published')),
  token_hash text not null unique,
  -- Shown to its owner again whenever they look.
  sealed_token text not null,
  created_at timestamptz not null,
  primary key (user_id, kind)
);
