-- Older processes may keep running.
-- The data that a network's form keeps, encrypted, until the user returns from the consent page.
alter table connect_attempts add column sealed_kept text;
