-- Older processes may keep running.
create table evergreen_posts (
  post_id uuid primary key references posts on delete cascade,
  user_id uuid not null references users on delete cascade,
  pause_days integer not null check (pause_days between 1 and 365),
  created_at timestamptz not null
);
create index evergreen_posts_of_user on evergreen_posts (user_id);
-- The evergreen post whose text a post repeats. That post may have been deleted since.
alter table posts add column evergreen_of uuid;
create index posts_of_evergreen on posts (evergreen_of) where evergreen_of is not null;
