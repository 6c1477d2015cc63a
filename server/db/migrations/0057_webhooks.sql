-- Addresses of a person's own programs that are told of what happens.
create table webhooks (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  url text not null,
  events text[] not null,
  -- Messages are signed with it.
  sealed_secret text not null,
  created_at timestamptz not null,
  -- Of the first message that waits, behind which the others stand: when it is tried again, and how often it was.
  retry_at timestamptz,
  tries integer not null default 0,
  failing_since timestamptz,
  rests_since timestamptz,
  -- Until when whoever took it may be sending to it, by the database's clock.
  claimed_until timestamptz
);
create index webhooks_of_user on webhooks (user_id);

-- What they are told, in this order, written together with the event that it is of. Webhooks are not referred to: one that
-- is taken away at the same moment must not keep what happened to a post from being recorded.
create table webhook_messages (
  id uuid primary key default gen_random_uuid(),
  position bigint generated always as identity,
  webhook_id uuid not null,
  user_id uuid not null,
  kind text not null,
  subject_id uuid not null,
  at timestamptz not null,
  -- What is sent, made before the first try and the same on each; null until then.
  body text,
  is_waiting boolean not null default true,
  tries integer not null default 0,
  last_tried_at timestamptz,
  status integer,
  trouble text,
  took_ms integer
);
create index webhook_messages_of_webhook on webhook_messages (webhook_id, position);
create index webhook_messages_waiting on webhook_messages (webhook_id, position) where is_waiting;
