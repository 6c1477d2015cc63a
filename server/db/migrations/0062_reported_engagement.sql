-- A network may tell how often a post was seen and not how many reacted to it. Whether it has reported is asked of the
-- figures themselves.
drop index metrics_reported;
alter table post_metrics drop column reported_at;
create index metrics_engaged on post_metrics (user_id, platform, published_at desc) where coalesce(likes, comments, shares) is not null;
