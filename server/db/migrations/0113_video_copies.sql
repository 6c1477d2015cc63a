-- Older processes may keep running.
-- A copy of a video that more networks accept. A job makes it, at most one for each video.
create table video_copies (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  source_id uuid not null unique references images on delete cascade,
  -- All networks of the post when the copy was requested.
  platforms text[] not null,
  state text not null default 'waiting' check (state in ('waiting', 'working', 'ready', 'failed')),
  attempt integer not null default 0,
  -- How much of the film is done.
  percent integer not null default 0,
  -- Why there is no copy.
  problem text check (problem in ('failed', 'no_fit', 'storage_full', 'disk_full', 'too_slow')),
  -- The copy, an ordinary video. While it is stored, its state is `uploading`.
  image_id uuid references images on delete set null,
  created_at timestamptz not null
);
create index video_copies_of_user on video_copies (user_id);
create index video_copies_by_image on video_copies (image_id);
-- Whether a worker has found ffmpeg and may use it.
alter table workers add column makes_copies boolean not null default false;
