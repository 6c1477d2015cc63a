-- The backups of this installation, of which the files lie elsewhere (BACKUP_TO).
create table backups (
  id uuid primary key default gen_random_uuid(),
  -- The name of the file.
  name text not null unique,
  made_at timestamptz not null,
  state text not null check (state in ('asked', 'making', 'checked', 'broken')),
  problem text check (problem in ('interrupted', 'not_written', 'incomplete', 'damaged')),
  size_bytes bigint,
  -- Counts of the check.
  row_count bigint,
  file_count bigint,
  has_secret boolean not null default false,
  -- When this installation was restored from it.
  restored_at timestamptz,
  -- The last sign of life of the process that makes it.
  seen_at timestamptz,
  check ((state = 'broken') = (problem is not null))
);
-- Only one backup is made at a time.
create unique index backups_running on backups ((true)) where state in ('asked', 'making');
create index backups_made_at on backups (made_at);
