-- When a job that the clock asks for was last asked for. The jobs themselves are the queue's own tables, in frogy_jobs.
create table job_schedules (
  kind text primary key,
  asked_at timestamptz not null
);
-- The failed jobs that administrators have been told of: a job's id, or its kind where that comes again by itself.
create table told_job_failures (
  key text primary key
);

-- Administrators are told of failed jobs, which are about no network.
alter table notifications alter column platform drop not null;
alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check
  check (kind in ('delayed', 'failed', 'missed', 'unconfirmed', 'reconnect', 'ending', 'jobs'));
alter table notifications add constraint notifications_of_a_platform check ((platform is null) = (kind = 'jobs'));
