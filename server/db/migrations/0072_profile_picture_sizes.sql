-- The size of a profile picture's file. Unknown for older ones, which count as nothing.
alter table profile_pictures add column size_bytes integer not null default 0;
