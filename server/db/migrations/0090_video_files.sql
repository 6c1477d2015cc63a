-- Older processes may keep running.
-- An uploaded video is a row of `images`, so that posts, quota, export and sweeping treat all media alike.
create or replace function is_picture_state(value text) returns boolean immutable parallel safe language sql
  as $$ select value in ('uploading', 'storing', 'ready', 'deleting') $$;
-- How many parts of a video are stored. Null for pictures.
alter table images add column parts integer;
-- The browser's key of the file, so that an upload continues after a reload.
alter table images add column upload_key text;
-- The facts of a checked video.
alter table images add column video jsonb;
