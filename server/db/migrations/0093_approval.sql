-- The members whose posts need approval before they are sent: none, writers, or all except owners.
alter table workspaces add column approval text not null default 'none' check (approval in ('none', 'writers', 'all'));
-- The networks that the rule is limited to; empty for all.
alter table workspaces add column approval_platforms text[] not null default '{}';

-- A post in review keeps its time, but has no next step, so no worker claims it.
alter table posts drop constraint posts_status_check;
alter table posts add constraint posts_status_check
  check (status in ('draft', 'in_review', 'scheduled', 'publishing', 'published', 'failed', 'missed', 'unconfirmed'));
-- Set once a post has been sent for approval, and never cleared.
alter table posts add column needs_approval boolean not null default false;
alter table posts add column approved_revision integer;
-- Members who changed the post since it was last approved.
alter table posts add column written_by text[] not null default '{}';
-- When to warn that the time of a post in review is near; null once done.
alter table posts add column review_warn_at timestamptz;
-- The database itself refuses to schedule or send an unapproved revision.
alter table posts add constraint approved_before_sending
  check (not needs_approval or status not in ('scheduled', 'publishing') or approved_revision is not distinct from revision);
alter table posts add constraint review_has_a_time check (status <> 'in_review' or scheduled_at is not null);

-- Lists of coming posts include those in review.
create index posts_coming on posts (user_id, scheduled_at, id) where status in ('scheduled', 'in_review');
drop index posts_by_time;
create index posts_in_review on posts (scheduled_at) where status = 'in_review';
create index posts_to_warn_of on posts (review_warn_at) where review_warn_at is not null;
-- The posts of a workspace that may wait for approval, also those whose time has passed.
create index posts_needing_approval on posts (user_id) where needs_approval and status in ('draft', 'in_review', 'failed', 'missed');

create table post_reviews (
  id bigint generated always as identity primary key,
  post_id uuid not null references posts on delete cascade,
  at timestamptz not null,
  act text not null check (act in ('asked', 'approved', 'returned')),
  actor_id uuid references users on delete set null,
  -- The name of a reviewer without an account.
  actor_name text,
  revision integer not null,
  note text not null default '',
  -- The texts that the approver saw. Only the latest decision keeps them.
  seen jsonb
);
create index reviews_of_post on post_reviews (post_id, id);

alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check
  check (kind in ('delayed', 'moved', 'unmoved', 'failed', 'missed', 'unconfirmed', 'went_out', 'incomplete', 'in_review', 'review_ending',
    'approved', 'returned', 'reconnect', 'ending', 'jobs', 'security'));
