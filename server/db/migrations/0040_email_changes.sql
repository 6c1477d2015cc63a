-- The address that somebody wants to be reached at, until the link that was mailed there is used.
create table email_changes (
  user_id uuid primary key references users on delete cascade,
  email text not null,
  token_hash text not null unique,
  expires_at timestamptz not null
);
