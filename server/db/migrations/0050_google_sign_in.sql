-- Ways to Google that people set out on, until they come back. Each is used once, by the browser that set out.
create table google_attempts (
  state_hash text primary key,
  browser_hash text not null,
  -- The nonce, and the verifier of the code.
  sealed text not null,
  redirect_uri text not null,
  -- Where in Frogy they were going, and what their browser told of itself, for a new account.
  next text not null,
  language text not null check (language in ('en', 'ar')),
  time_zone text,
  expires_at timestamptz not null
);

-- Who somebody is at an issuer: by its own lasting name for them, never by an address, which can pass to another person.
create table google_identities (
  issuer text not null,
  subject text not null,
  user_id uuid not null references users on delete cascade,
  linked_at timestamptz not null,
  primary key (issuer, subject)
);
create index google_identities_of_user on google_identities (user_id);
