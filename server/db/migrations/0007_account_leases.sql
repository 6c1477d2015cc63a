-- The worker that publishes to an account at its network just now, and until when it may: one at a time, also where
-- several people have connected the same Page.
create table account_leases (
  platform text not null,
  remote_id text not null,
  leased_by text not null,
  lease_until timestamptz not null,
  primary key (platform, remote_id)
);
alter table social_accounts drop column leased_by, drop column lease_until;
create index accounts_at_network on social_accounts (platform, remote_id);

-- A network may still be asked about a post that its owner is asked about, too.
alter table posts drop constraint posts_check2;
alter table posts add constraint next_step_of_undecided check (
  case when status in ('scheduled', 'publishing') then next_step_at is not null
    else status = 'unconfirmed' or next_step_at is null end);
