-- The few of a person's posts that the dashboard names, among however many there are.
create index posts_that_wait on posts (user_id, created_at desc, id desc)
  where status in ('failed', 'unconfirmed', 'missed', 'publishing');
