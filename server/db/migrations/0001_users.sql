create table users (
  id uuid primary key default gen_random_uuid(),
  email text not null unique,
  password_hash text,
  first_name text not null,
  last_name text not null,
  profile_image_url text,
  role text not null default 'user' check (role in ('user', 'admin')),
  preferred_language text not null default 'en' check (preferred_language in ('en', 'ar')),
  time_zone text,
  -- How late a post may still go out before it counts as missed.
  late_after_minutes integer not null default 60 check (late_after_minutes >= 0),
  created_at timestamptz not null
);

create table sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  -- A keyed hash: who reads the table cannot sign in with it.
  token_hash text not null unique,
  user_agent text,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null
);
create index sessions_of_user on sessions (user_id);

create table password_resets (
  token_hash text primary key,
  user_id uuid not null references users on delete cascade,
  expires_at timestamptz not null
);

-- Counts of attempts, by person or address, shared by all web processes.
create table throttles (
  key text primary key,
  count integer not null,
  window_ends_at timestamptz not null,
  blocked_until timestamptz
);
