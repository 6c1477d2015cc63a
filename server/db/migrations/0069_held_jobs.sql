-- Jobs that wait because the job queue could not take them. They move to it once it can.
create table held_jobs (
  id bigint generated always as identity primary key,
  kind text not null,
  data jsonb not null,
  created_at timestamptz not null default now()
);
