-- Older processes may keep running.
-- The facts of a video's cover and captions.
alter table images add column cover jsonb;
alter table images add column captions jsonb;
-- The cover as a JPEG and the captions as WebVTT. They are small, so that they need no files.
create table video_extras (
  image_id uuid primary key references images on delete cascade,
  cover bytea,
  captions text
);
