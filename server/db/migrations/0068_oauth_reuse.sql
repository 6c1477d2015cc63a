-- A used code stays for a day, with the key that it gave: a second use ends that key (RFC 9700, 2.1.1).
alter table oauth_requests add column key_id uuid references api_keys on delete set null;
alter table oauth_requests add column used_at timestamptz;

-- Used refresh tokens of a permission: a second use ends the permission (RFC 9700, 4.14.2).
create table oauth_used_tokens (
  hash text primary key,
  key_id uuid not null references api_keys on delete cascade,
  used_at timestamptz not null
);
create index oauth_used_tokens_of_key on oauth_used_tokens (key_id);
create index oauth_used_tokens_by_age on oauth_used_tokens (used_at);
alter table api_keys add column renewed_at timestamptz;
