-- People whom an administrator has shut out until they are let in again, and why. Nothing of theirs goes out meanwhile.
alter table users add column suspended_at timestamptz;
alter table users add column suspension_reason text;
alter table users add constraint users_suspension check ((suspended_at is null) = (suspension_reason is null));
-- Sessions end, and with them what is known of when somebody was here.
alter table users add column last_seen_at timestamptz;
update users set last_seen_at = (select max(last_seen_at) from sessions where user_id = users.id);

-- What administrators did: written in the transaction in which it was done, and never changed. It refers to nobody's row,
-- so that it outlives whom it tells of.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor_id uuid not null,
  actor_email text not null,
  act text not null,
  subject_id text,
  -- What it was done to, as that was called then.
  subject text not null,
  before jsonb,
  after jsonb
);
