-- By which programs call Frogy in a person's name. Of a key itself only its hash is kept.
create table api_keys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  name text not null,
  scopes text[] not null,
  token_hash text not null unique,
  created_at timestamptz not null,
  expires_at timestamptz,
  last_used_at timestamptz
);
create index api_keys_of_user on api_keys (user_id);
