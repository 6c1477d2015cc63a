-- The worker that publishes to an account just now, and until when it may: one at a time. Not tied to the account's row,
-- so that whoever takes an account away does not wait for its worker.
create table account_leases (
  account_id uuid primary key,
  leased_by text not null,
  lease_until timestamptz not null
);
alter table social_accounts drop column leased_by, drop column lease_until;
create index accounts_at_network on social_accounts (platform, remote_id);

-- A network may still be asked about a post that its owner is asked about, too.
alter table posts drop constraint posts_check2;
alter table posts add constraint next_step_of_undecided check (
  case when status in ('scheduled', 'publishing') then next_step_at is not null
    else status = 'unconfirmed' or next_step_at is null end);
