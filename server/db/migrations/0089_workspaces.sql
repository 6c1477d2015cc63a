-- Older processes may keep running.
-- A workspace owns content as a user does, so it has a row in `users`, with its name as the first name. It has no way to
-- sign in. Every table of content refers to that row.
create table workspaces (
  id uuid primary key references users on delete cascade,
  created_at timestamptz not null
);

create table members (
  workspace_id uuid not null references workspaces on delete cascade,
  user_id uuid not null references users on delete cascade,
  role text not null check (role in ('owner', 'editor', 'writer', 'viewer')),
  since timestamptz not null,
  primary key (workspace_id, user_id)
);
create index members_of_user on members (user_id);

create table workspace_invitations (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references workspaces on delete cascade,
  token_hash text not null unique,
  -- The only address that may use the invitation; null for any.
  email text,
  role text not null check (role in ('owner', 'editor', 'writer', 'viewer')),
  invited_by uuid references users on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index invitations_of_workspace on workspace_invitations (workspace_id);

create table workspace_log (
  id bigint generated always as identity primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  at timestamptz not null,
  act text not null,
  actor_id uuid references users on delete set null,
  -- The person or address that the act concerns.
  subject text not null,
  role text
);
create index log_of_workspace on workspace_log (workspace_id, id desc);
