-- The one key pair by which push services know this installation, made when it is first needed.
create table push_keys (
  is_only boolean primary key default true check (is_only),
  public_key text not null,
  sealed_private_key text not null,
  created_at timestamptz not null
);

-- Browsers whose person wants to be told there, each in the session in which they said so: signing out ends it.
create table push_subscriptions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  session_id uuid not null unique references sessions on delete cascade,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null,
  -- All three are known to the browser alone: who knows them is that browser.
  unique (endpoint, p256dh, auth)
);
create index push_subscriptions_of_user on push_subscriptions (user_id);

-- What is still to be told to a browser, written together with the event that it is of. Subscriptions are not referred to:
-- one that is ended at the same moment must not keep what happened to a post from being recorded.
create table pushes (
  subscription_id uuid not null,
  event_id bigint not null,
  user_id uuid not null,
  kind text not null,
  post_id uuid not null,
  at timestamptz not null,
  due_at timestamptz not null,
  tries integer not null default 0,
  -- Until when whoever took it may be sending it, by the database's clock.
  claimed_until timestamptz,
  primary key (subscription_id, event_id)
);
create index pushes_due on pushes (due_at);
