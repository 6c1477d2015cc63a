-- Older processes may keep running.
create or replace function is_platform(value text) returns boolean immutable parallel safe language sql
  as $$ select value in ('linkedin', 'twitter', 'facebook', 'instagram', 'threads', 'bluesky', 'mastodon', 'telegram') $$;
