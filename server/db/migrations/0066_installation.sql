-- Where this data lies, so that a restored or copied installation notices that it is one. At most one row.
create table installation (
  id boolean primary key default true check (id),
  -- Embedded: marks of a file in DATA_DIR. Server: the identity of the database.
  place jsonb not null,
  -- The last sign of life. It stands still while publishing is held: the data does not know what went out after it.
  alive_at timestamptz not null,
  -- Rises with each sign of life. If it falls, the database was restored under a running process.
  beats bigint not null default 0,
  ended_cleanly boolean not null default false,
  held_since timestamptz,
  held_because text check (held_because in ('copy', 'environment')),
  check ((held_since is null) = (held_because is null))
);
-- Before this post is sent, its network is asked for it: it may have gone out after this time without this data's knowledge.
alter table posts add column ask_since timestamptz;
