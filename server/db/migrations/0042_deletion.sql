-- When somebody's account is deleted for good, since they want it gone; until then signing in brings it back. Nothing of
-- theirs goes out meanwhile.
alter table users add column deletion_due_at timestamptz;
create index users_leaving on users (deletion_due_at) where deletion_due_at is not null;
