-- Older processes may keep running.
-- The line under the author's name in previews, typed by the user: no network reports it to the app.
alter table social_accounts add column headline text;
