-- Older processes may keep running.
-- Follow-ups are sent once a post is public: the further parts of a thread, then a first comment.
create table follow_ups (
  id uuid primary key default gen_random_uuid(),
  post_id uuid not null references posts on delete cascade,
  -- The order of sending. The post itself is 1.
  position integer not null check (position between 2 and 26),
  kind text not null check (kind in ('part', 'comment')),
  content text not null,
  images text[] not null default '{}',
  after_minutes integer not null default 0 check (after_minutes between 0 and 60),
  -- `sending` is committed before the request. `unknown`: the response was lost. `unconfirmed`: the author is asked.
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'unknown', 'unconfirmed', 'published', 'failed')),
  -- The number of its fences. A worker records an outcome only for the fence that it raised.
  attempt integer not null default 0,
  failures integer not null default 0,
  -- Null until everything before it is public, and while it waits for its author or its account.
  next_step_at timestamptz,
  -- The network may have it since this time, although this database does not know: look it up before sending.
  ask_since timestamptz,
  prepared jsonb,
  sent_at timestamptz,
  lost_at timestamptz,
  published_at timestamptz,
  remote_id text,
  permalink text,
  failure jsonb,
  unique (post_id, position)
);
create index due_follow_ups on follow_ups (next_step_at) where next_step_at is not null;
create index unfinished_follow_ups on follow_ups (post_id) where state <> 'published';
create index follow_ups_with_images on follow_ups using gin (images) where images <> '{}';
-- How many follow-ups a post has, so that lists of posts without any need no subquery.
alter table posts add column follow_ups integer not null default 0;
