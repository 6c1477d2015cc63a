create table social_accounts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  platform text not null check (platform in ('linkedin', 'twitter', 'facebook', 'instagram', 'threads')),
  -- The network's own id, as text: some exceed 2^53.
  remote_id text not null,
  display_name text not null,
  username text,
  profile_url text,
  is_active boolean not null default true,
  is_default boolean not null default false,
  simulated boolean not null,
  scopes text[] not null default '{}',
  sealed_tokens text not null,
  token_expires_at timestamptz,
  renews_itself boolean not null default false,
  needs_reconnect boolean not null default false,
  connected_at timestamptz not null,
  -- The worker that publishes to this account just now, until when it may: one at a time.
  leased_by text,
  lease_until timestamptz,
  unique (user_id, platform, remote_id)
);
create unique index one_default_account on social_accounts (user_id, platform) where is_default;

-- A person on the way to a network's consent page and back.
create table connect_attempts (
  state_hash text primary key,
  user_id uuid not null references users on delete cascade,
  platform text not null,
  sealed_verifier text,
  redirect_uri text not null,
  expires_at timestamptz not null
);
