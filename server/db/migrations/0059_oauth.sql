-- Programs that registered themselves to ask people for permission (RFC 7591). None has a secret: a proof key (RFC 7636)
-- shows that who fetches a token is who asked.
create table oauth_clients (
  id text primary key,
  -- What it said of itself, as JSON.
  info text not null,
  created_at timestamptz not null
);

-- What people are asked to permit, until they have answered and its token was fetched.
create table oauth_requests (
  id uuid primary key default gen_random_uuid(),
  client_id text not null references oauth_clients on delete cascade,
  redirect_uri text not null,
  state text,
  scopes text[] not null,
  code_challenge text not null,
  expires_at timestamptz not null,
  -- Who permitted it, and what its token is fetched with; null until then.
  user_id uuid references users on delete cascade,
  code_hash text unique
);
create index oauth_requests_by_age on oauth_requests (expires_at);

-- A permission is a key that lasts for an hour and is renewed with another one.
alter table api_keys add column client_id text references oauth_clients on delete cascade;
alter table api_keys add column renewal_hash text unique;
alter table api_keys add column renewable_until timestamptz;
