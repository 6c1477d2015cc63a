-- Older processes may keep running.
-- How often a follow-up failed, by cause: an outage must not use up the attempts after another failure. Replaces
-- `failures`, which a later release can drop.
alter table follow_ups add column failure_counts jsonb not null default '{}';
