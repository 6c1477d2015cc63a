-- Older processes may keep running.
-- The account's picture at its network, for previews. Its id is new with each picture, so that browsers may cache it.
alter table social_accounts add column picture_id uuid;
-- About 10 KB of WebP: too small to be worth a file with its own life.
alter table social_accounts add column picture bytea;
