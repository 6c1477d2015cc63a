-- Older processes may keep running.
-- Usage without a user is that of visitors without an account (GUEST_AI).
alter table ai_usage alter column user_id drop not null;
alter table ai_reservations alter column user_id drop not null;
