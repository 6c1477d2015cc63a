-- Older processes may keep running.
-- The facts of a checked PDF document, which is stored in parts as a video is. Null for other media.
alter table images add column document jsonb;
