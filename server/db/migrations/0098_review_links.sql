-- A link that shows the posts of a period to people without an account. `user_id` is the workspace. Closing a link
-- deletes its row.
create table review_links (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  token_hash text not null unique,
  passphrase_hash text,
  from_at timestamptz not null,
  to_at timestamptz not null,
  -- The only networks and accounts whose posts it shows; empty for all.
  platforms text[] not null,
  account_ids text[] not null,
  -- Whether guests approve and return posts.
  may_decide boolean not null default false,
  created_by uuid references users on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index review_links_of_workspace on review_links (user_id);

-- A guest has a name, and a secret that the guest's browser keeps.
alter table post_comments add column guest_name text;
alter table post_comments add column guest_hash text;
-- Whether guests of a review link see the comment.
alter table post_comments add column is_shared boolean not null default false;

-- A guest finds this version of a post good.
create table review_marks (
  post_id uuid not null references posts on delete cascade,
  guest_hash text not null,
  guest_name text not null,
  revision integer not null,
  at timestamptz not null,
  primary key (post_id, guest_hash)
);

alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check
  check (kind in ('delayed', 'moved', 'unmoved', 'failed', 'missed', 'unconfirmed', 'went_out', 'incomplete', 'in_review', 'review_ending',
    'approved', 'returned', 'reconnect', 'ending', 'jobs', 'security', 'mentioned', 'commented'));
alter table notifications drop constraint notifications_of_a_platform;
alter table notifications add constraint notifications_of_a_platform
  check ((platform is null) = (kind in ('jobs', 'security', 'mentioned', 'commented')));
