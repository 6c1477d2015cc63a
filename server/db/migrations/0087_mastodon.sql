-- Older processes may keep running.
create or replace function is_platform(value text) returns boolean immutable parallel safe language sql
  as $$ select value in ('linkedin', 'twitter', 'facebook', 'instagram', 'threads', 'bluesky', 'mastodon') $$;

-- The longest text that the account's own server accepts. Null where all accounts have the network's limit.
alter table social_accounts add column text_limit integer;

-- The apps that Frogy registered at servers, each server being its own OAuth provider.
create table registered_apps (
  platform text not null check (is_platform(platform)),
  server text not null,
  redirect_uri text not null,
  sealed_app text not null,
  registered_at timestamptz not null,
  primary key (platform, server, redirect_uri)
);
