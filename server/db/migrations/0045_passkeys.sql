-- Keys of people's devices that stand for password and code together. The private half never leaves the device.
create table passkeys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  credential_id text not null unique,
  public_key text not null,
  -- Where the device counts uses, a count that does not rise betrays a copy.
  counter bigint not null,
  transports text[] not null,
  -- A browser offers it at this host alone.
  host text not null,
  -- Whether it is on all devices of its person, or on one only.
  is_synced boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_of_user on passkeys (user_id);

-- What a device is to sign, once and within minutes.
create table passkey_challenges (
  challenge_hash text primary key,
  -- Who adds a passkey; null for somebody who signs in.
  user_id uuid references users on delete cascade,
  expires_at timestamptz not null
);
