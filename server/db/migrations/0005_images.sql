create table images (
  id uuid primary key default gen_random_uuid(),
  -- The row outlives its owner until the files are gone: nothing else knows where they are.
  user_id uuid references users on delete set null,
  original_name text not null check (length(original_name) <= 255),
  type text not null,
  size_bytes integer not null,
  width integer not null,
  height integer not null,
  -- Each file with its name, type, width, height and sizeBytes; and which of them each network is sent.
  renditions jsonb not null,
  platforms jsonb not null,
  alt_text text not null default '',
  -- A row is storing before its first file is written and deleting before its first file is taken away, so that what a
  -- process left half done when it died can be found and finished.
  state text not null check (state in ('storing', 'ready', 'deleting')),
  created_at timestamptz not null,
  deleted_at timestamptz,
  check ((state = 'deleting') = (deleted_at is not null))
);
create index images_of_user on images (user_id);
create index images_by_age on images (created_at);

-- Which post holds a picture.
create index posts_with_images on posts using gin (images) where images <> '{}';
