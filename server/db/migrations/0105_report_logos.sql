-- Older processes may keep running.
-- The logo on a user's or workspace's shared reports.
create table report_logos (
  user_id uuid primary key references users on delete cascade,
  picture bytea not null,
  changed_at timestamptz not null
);
