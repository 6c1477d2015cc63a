-- Older processes may keep running.
create table tags (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  name text not null,
  colour text not null check (colour in ('green', 'blue', 'violet', 'pink', 'orange', 'grey')),
  created_at timestamptz not null
);
create unique index one_tag_per_name on tags (user_id, lower(name));
alter table posts add column tag_ids text[] not null default '{}';
create index posts_with_tags on posts using gin (tag_ids) where tag_ids <> '{}';
