create table posts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  account_id uuid references social_accounts on delete set null,
  platform text not null check (platform in ('linkedin', 'twitter', 'facebook', 'instagram', 'threads')),
  content text not null,
  content_language text not null check (content_language in ('ar', 'en')),
  content_type text,
  tone text,
  hashtags text[] not null default '{}',
  images text[] not null default '{}',
  videos jsonb not null default '[]',
  status text not null check (status in ('draft', 'scheduled', 'publishing', 'published', 'failed', 'missed', 'unconfirmed')),
  scheduled_at timestamptz,
  published_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  revision integer not null default 1,
  -- When the worker takes this post up next: its time, a later try, or a look at the network. The queue is this column.
  next_step_at timestamptz,
  remote_id text,
  permalink text,
  engagement integer not null default 0,
  failure jsonb,
  idempotency_key text,
  unique (user_id, idempotency_key),
  check (status <> 'scheduled' or scheduled_at is not null),
  check (status <> 'published' or published_at is not null),
  -- What is decided waits for nobody, and what is not decided always has its next step: no post is forgotten.
  check ((status in ('scheduled', 'publishing')) = (next_step_at is not null))
);
create index posts_newest on posts (user_id, created_at desc, id desc);
create index posts_by_time on posts (user_id, scheduled_at) where status = 'scheduled';
create index posts_due on posts (next_step_at, account_id) where next_step_at is not null;
create index posts_of_account on posts (account_id);

create table publish_attempts (
  id uuid primary key default gen_random_uuid(),
  post_id uuid not null references posts on delete cascade,
  number integer not null,
  revision integer not null,
  account_id uuid references social_accounts on delete set null,
  state text not null check (state in ('prepared', 'sending', 'accepted', 'rejected', 'unknown')),
  -- The text exactly as it is sent, to compare with what the network shows later.
  text text not null,
  -- Ids of what was made at the network beforehand (containers, unpublished posts), so that it is not made twice.
  prepared jsonb,
  worker text not null,
  started_at timestamptz not null,
  sent_at timestamptz,
  finished_at timestamptz,
  failure jsonb,
  unique (post_id, number)
);
create index attempts_of_account on publish_attempts (account_id);
-- The write fence: while one attempt is open, the database refuses a second.
create unique index one_open_attempt on publish_attempts (post_id) where state in ('prepared', 'sending', 'unknown');

-- Whoever changes a post or an account, every process hears of it: workers wake, browsers read anew.
create function tell_change() returns trigger language plpgsql as $$
declare row_changed record := coalesce(new, old);
begin
  perform pg_notify('frogy', json_build_object('type', tg_argv[0], 'id', row_changed.id, 'userId', row_changed.user_id)::text);
  return null;
end $$;
create trigger posts_changed after insert or update or delete on posts for each row execute function tell_change('post.changed');
create trigger accounts_changed after insert or delete or update of is_active, is_default, needs_reconnect, sealed_tokens, display_name
  on social_accounts for each row execute function tell_change('account.changed');
