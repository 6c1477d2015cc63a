-- Older processes may keep running.
-- The options that the network got with the post, including the account's default visibility at that time. Replies to
-- the post get the same. Null for attempts of older releases.
alter table publish_attempts add column options jsonb;
