-- A command on the machine itself acts without an administrator's account.
alter table audit_log alter column actor_id drop not null;
alter table audit_log alter column actor_email drop not null;

-- One link creates one account, also while registration is closed.
create table invitations (
  id uuid primary key default gen_random_uuid(),
  token_hash text not null unique,
  -- Null if any address may use the link.
  email text,
  invited_by uuid references users on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  used_by uuid references users on delete set null
);
-- A visitor who accepts an invitation with Google.
alter table google_attempts add column invitation_hash text;

-- Changes of the access to an account. `details` names the change.
alter table notifications add column details jsonb;
alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check
  check (kind in ('delayed', 'moved', 'unmoved', 'failed', 'missed', 'unconfirmed', 'went_out', 'reconnect', 'ending', 'jobs', 'security'));
alter table notifications drop constraint notifications_of_a_platform;
alter table notifications add constraint notifications_of_a_platform check ((platform is null) = (kind in ('jobs', 'security')));
alter table notifications add constraint notifications_with_details check ((details is null) = (kind <> 'security'));
