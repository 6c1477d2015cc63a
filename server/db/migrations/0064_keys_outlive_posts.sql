-- A key outlives the post that was made under it: when that was to go out, at the call.
alter table idempotency_keys add column due_at timestamptz;
