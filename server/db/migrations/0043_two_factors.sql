-- A second proof beside the password: six digits that an app makes of a secret and the time.
create table two_factors (
  user_id uuid primary key references users on delete cascade,
  sealed_secret text not null,
  -- Null until a first code of the app was right: until then nobody is asked for one.
  confirmed_at timestamptz,
  -- The period (of 30 s) of the last code that was taken. None of that period or an earlier one is taken again.
  last_period bigint not null default 0,
  created_at timestamptz not null
);

-- For whoever has lost the app, each good for once.
create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  code_hash text not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- People whose password was right and who are to give a code yet.
create table pending_sign_ins (
  token_hash text primary key,
  user_id uuid not null references users on delete cascade,
  expires_at timestamptz not null
);
create index pending_sign_ins_of_user on pending_sign_ins (user_id);

-- Browsers in which a person has given a code and wants to be spared the next ones.
create table trusted_browsers (
  token_hash text primary key,
  user_id uuid not null references users on delete cascade,
  expires_at timestamptz not null
);
create index trusted_browsers_of_user on trusted_browsers (user_id);
