-- Posts that are out and of which their owner wants a mail, written together with the event that they are. Nobody's row is
-- waited for: whatever publishes them writes rows of its own.
create table mailed_posts (
  post_id uuid primary key,
  user_id uuid not null references users on delete cascade,
  due_at timestamptz not null,
  -- Kept for a while, so that what follows is gathered into one later mail.
  mailed_at timestamptz,
  tries integer not null default 0,
  -- Until when whoever took it may be sending it, by the database's clock.
  claimed_until timestamptz
);
create index mailed_posts_due on mailed_posts (due_at) where mailed_at is null;
create index mailed_posts_of_user on mailed_posts (user_id);
