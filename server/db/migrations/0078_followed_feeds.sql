-- Older processes may keep running.
-- Feeds of other sites that a user follows. Their new items become drafts.
create table followed_feeds (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  url text not null,
  title text not null,
  platforms text[] not null,
  language text not null check (language in ('english', 'arabic', 'both')),
  tone text not null check (tone in ('professional', 'casual', 'inspirational', 'authoritative')),
  is_paused boolean not null default false,
  created_at timestamptz not null,
  due_at timestamptz not null,
  -- The lease of the worker that reads the feed.
  claimed_until timestamptz,
  -- The last reading without an error.
  checked_at timestamptz not null,
  -- The validators of the last response, for conditional requests.
  etag text,
  last_modified text,
  failures integer not null default 0,
  failure jsonb,
  -- The user can restore a removed feed for a day.
  removed_at timestamptz
);
create index followed_feeds_of_user on followed_feeds (user_id, url);
create index followed_feeds_due on followed_feeds (due_at) where not is_paused and removed_at is null;

create table feed_items (
  id uuid primary key default gen_random_uuid(),
  feed_id uuid not null references followed_feeds on delete cascade,
  -- Hashes of the item's own id and of its normalized address.
  key text not null,
  address_key text not null,
  url text,
  title text not null,
  -- The text in the feed, while the item waits. It replaces an article that cannot be read.
  content text not null,
  published_at timestamptz,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  state text not null check (state in ('known', 'waiting', 'drafted', 'skipped', 'failed')),
  tries integer not null default 0,
  retry_at timestamptz,
  failure jsonb,
  drafted_at timestamptz,
  unique (feed_id, key),
  check ((state = 'drafted') = (drafted_at is not null))
);
create index feed_items_by_address on feed_items (feed_id, address_key);
create index feed_items_waiting on feed_items (feed_id) where state = 'waiting';
create index feed_items_drafted on feed_items (feed_id, drafted_at) where state = 'drafted';

-- The drafts of an item, one per network and language.
create table feed_drafts (
  -- Deferred: the row is written before its post, in the same transaction.
  post_id uuid primary key references posts on delete cascade deferrable initially deferred,
  item_id uuid not null references feed_items on delete cascade,
  platform text not null check (is_platform(platform)),
  content_language text not null check (is_language(content_language)),
  unique (item_id, platform, content_language)
);
