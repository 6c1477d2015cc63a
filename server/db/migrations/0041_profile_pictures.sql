-- The pictures that people show of themselves. A row outlives its owner, and its time as their picture, until the file is
-- gone: nothing else knows where that is.
create table profile_pictures (
  id uuid primary key,
  user_id uuid references users on delete set null,
  -- A row is storing before its file is written and deleting before it is taken away, as those of posts' pictures are.
  state text not null check (state in ('storing', 'ready', 'deleting')),
  changed_at timestamptz not null
);
create unique index one_profile_picture on profile_pictures (user_id) where state = 'ready';
create index profile_pictures_by_age on profile_pictures (changed_at) where state <> 'ready';
