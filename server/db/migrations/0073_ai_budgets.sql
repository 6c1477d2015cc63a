-- The expected cost of model calls that still run, so that concurrent calls share one budget.
create table ai_reservations (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  cost_micros bigint not null,
  -- After a crash, nothing else ends a reservation.
  expires_at timestamptz not null
);
create index ai_reservations_of_user on ai_reservations (user_id);

-- The part of the budget that an answer used: its cost, or an estimate if tokens or price are unknown.
alter table ai_usage add column charged_micros integer;
