-- When a person first showed that they read what is mailed to their address. Nothing that others wrote goes there before.
alter table users add column email_confirmed_at timestamptz;
-- Whoever had an account has been mailed to all along; it does not stop with an update.
update users set email_confirmed_at = created_at;
