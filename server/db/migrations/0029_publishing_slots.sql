-- The weekly publishing times of a person: read and written together, and so one row.
create table publishing_slots (
  user_id uuid primary key references users on delete cascade,
  week jsonb not null,
  -- Those of Ramadan instead, where the person has said that they are others.
  ramadan jsonb,
  -- The country whose weekend has no slots.
  weekend_of text,
  revision integer not null
);
