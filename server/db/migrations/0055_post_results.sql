-- What a post's network counted last, and when it is asked again: a row for each post that is published.
create table post_metrics (
  post_id uuid primary key references posts on delete cascade,
  -- As in `posts`, where they stay the same once a post is out: a person's figures are read from here alone.
  user_id uuid not null,
  platform text not null check (platform in ('linkedin', 'twitter', 'facebook', 'instagram', 'threads')),
  published_at timestamptz not null,
  -- Null where it is asked no more: too old, or nobody knows what its network calls it.
  due_at timestamptz,
  -- What it told last of each; null where it never has.
  impressions bigint,
  likes bigint,
  comments bigint,
  shares bigint,
  -- Which of them it refuses to tell this installation.
  refused text[] not null default '{}',
  -- When it first told anything.
  reported_at timestamptz
);
create index metrics_due on post_metrics (platform, due_at) where due_at is not null;
create index metrics_of on post_metrics (user_id, published_at desc);
create index metrics_reported on post_metrics (user_id, platform, published_at desc) where reported_at is not null;

-- How the figures of a post went on: a row for each time that they were others than before.
create table post_results (
  post_id uuid not null references post_metrics on delete cascade,
  at timestamptz not null,
  impressions bigint,
  likes bigint,
  comments bigint,
  shares bigint,
  primary key (post_id, at)
);

-- How many posts a network was asked about in the day (UTC) that began then: for one of its accounts, and, where that is empty, for all.
create table metrics_spent (
  platform text not null check (platform in ('linkedin', 'twitter', 'facebook', 'instagram', 'threads')),
  remote_id text not null,
  day timestamptz not null,
  posts integer not null,
  -- Those among them that were more than a day old.
  old_posts integer not null,
  primary key (platform, remote_id, day)
);

-- Who is not asked until then, since they refused or did not answer; all of a network where `remote_id` is empty.
create table metrics_pauses (
  platform text not null check (platform in ('linkedin', 'twitter', 'facebook', 'instagram', 'threads')),
  remote_id text not null,
  until timestamptz not null,
  -- How often in a row.
  failures integer not null default 1,
  reason text not null,
  detail text,
  primary key (platform, remote_id)
);

insert into post_metrics (post_id, user_id, platform, published_at, due_at)
select id, user_id, platform, published_at, case when remote_id is not null then published_at + interval '1 hour' end
from posts where status = 'published';
