-- Who at the network let Frogy in, by the name that the network's own calls to us have for them. Of an account that was
-- connected before, it is known once it is connected again; at Threads a person and their account have one name.
alter table social_accounts add column granted_by text;
update social_accounts set granted_by = remote_id where platform = 'threads';
create index accounts_by_grantor on social_accounts (platform, granted_by);

-- The same of an account that is disconnected: what its posts still hold of it can be deleted, too.
alter table posts add column former_granted_by text;
create index posts_by_former_grantor on posts (former_granted_by) where former_granted_by is not null;

create table data_deletions (
  -- Letters and digits. Whoever has it may read what stands here, and there is nothing in it of anybody.
  code text primary key,
  platform text not null,
  -- A keyed hash of the network's request: the same one again is answered with the same code.
  request_hash text not null unique,
  accounts integer not null,
  posts integer not null,
  requested_at timestamptz not null,
  -- Null while a post of theirs is on its way, and until then when that is looked at.
  done_at timestamptz,
  next_look_at timestamptz,
  check ((done_at is null) = (next_look_at is not null))
);
create index data_deletions_to_end on data_deletions (next_look_at) where next_look_at is not null;
