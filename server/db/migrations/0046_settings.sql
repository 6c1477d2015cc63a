-- What a person sets for themselves. Null is the automatic choice: the theme is the browser's own, the numerals are those
-- of where the person is.
alter table users
  add column theme text check (theme in ('light', 'dark', 'system')),
  add column numerals text check (numerals in ('arab', 'latn')),
  add column hijri_dates boolean not null default false,
  -- Which networks are chosen for a new piece.
  add column default_platforms text[] not null default '{linkedin}',
  -- Of what they are told by mail: see core/push/topics.ts.
  add column mailed text[] not null default '{trouble,account}';
