-- A comment on a post of a workspace. `user_id` is the workspace, as in all tables of content.
create table post_comments (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  post_id uuid not null references posts on delete cascade,
  -- The member who wrote it; null after the account was deleted.
  author_id uuid references users on delete set null,
  text text not null,
  -- The words of the post that it is about, and where they began in the post's text.
  quote text,
  quote_start integer,
  created_at timestamptz not null,
  resolved_at timestamptz
);
create index comments_of_post on post_comments (post_id, created_at);
create index comments_of_workspace on post_comments (user_id);
create index comments_of_author on post_comments (author_id);

-- A notification about a comment disappears with it.
alter table notifications add column comment_id uuid references post_comments on delete cascade;
create index notifications_of_comment on notifications (comment_id) where comment_id is not null;
