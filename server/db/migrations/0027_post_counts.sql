-- What somebody's posts count. A row is what one change added or took away; what they are is the sum. Nobody who changes
-- posts waits for a row of counts, and so nobody waits for each other. Now and then they are folded.
-- They refer to no user's row, which each change of a post would lock.
create table post_counts (
  user_id uuid not null,
  -- Null where a change counts nothing anew.
  platform text,
  status text,
  -- The quarter of an hour (UTC) in which these go or went out; '-infinity' for all of them, whenever that is.
  quarter timestamptz not null,
  posts integer not null,
  engagement bigint not null,
  -- The sum of a person's rises with every change. By chance, so that a restored database never shows an old one anew.
  version bigint not null
);
create index post_counts_of on post_counts (user_id, quarter);

insert into post_counts (user_id, platform, status, quarter, posts, engagement, version)
select user_id, platform, status, quarter, count(*), sum(engagement), (quarter = '-infinity')::integer * (1 + floor(random() * 1000000000))
from posts p, lateral (values (timestamptz '-infinity'), (date_bin(interval '15 minutes',
  case status when 'published' then published_at when 'draft' then null else scheduled_at end, timestamptz '2000-01-01 00:00Z'))) as one (quarter)
where quarter is not null
group by user_id, platform, status, quarter;
