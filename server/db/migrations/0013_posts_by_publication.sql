-- Those that are out are listed by when they went out, which is not when they were written.
create index posts_published on posts (user_id, published_at desc, id desc) where status = 'published';
drop index posts_by_time;
create index posts_by_time on posts (user_id, scheduled_at, id) where status = 'scheduled';
