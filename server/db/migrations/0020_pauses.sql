-- What is learnt once and holds for all posts: that a network, or it for one account, cannot be posted to just now.
create table pauses (
  platform text not null check (platform in ('linkedin', 'twitter', 'facebook', 'instagram', 'threads')),
  -- Whom it concerns at the network; empty where it concerns everybody.
  remote_id text not null,
  kind text not null check (kind in ('limit', 'outage')),
  -- What its posts wait for: the code of their failure, and the network's own words.
  reason text not null,
  detail text,
  since timestamptz not null,
  -- The end of a limit; of an outage, when it is looked after next, or null while posts are not held up by it yet.
  until timestamptz,
  -- How often in a row it was met.
  failures integer not null default 1,
  -- Whether its network served others meanwhile.
  is_alone boolean not null default false,
  -- The one post that finds out whether an outage is over.
  trial uuid,
  primary key (platform, remote_id, kind)
);
