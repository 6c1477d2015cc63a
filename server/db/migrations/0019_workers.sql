-- The workers and when each last looked for due posts, by the database's clock, so that other processes know of them.
create table workers (
  name text primary key,
  worked_at timestamptz not null
);
