-- What the clock shows at a post's time in the zone where its owner chose it, so that the post can keep to it when a
-- country changes its rule. Without a zone the instant alone was meant.
alter table posts
  add column time_zone text,
  add column wall_time text,
  -- The version of the rules (IANA) by which the instant was last compared with it.
  add column zone_rules text collate "C",
  -- When it would have gone out before such a change, and its owner was told of that. Its own time where it stayed as it was.
  add column moved_from timestamptz;
alter table posts add constraint posts_wall_time
  check ((time_zone is null) = (wall_time is null) and (time_zone is null) = (zone_rules is null));
create index posts_by_zone_rules on posts (zone_rules) where status = 'scheduled' and zone_rules is not null;

alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check
  check (kind in ('delayed', 'moved', 'unmoved', 'failed', 'missed', 'unconfirmed', 'reconnect', 'ending', 'jobs'));
