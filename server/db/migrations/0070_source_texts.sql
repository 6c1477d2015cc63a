-- Texts of uploaded documents and of articles, for a day: a request names its source instead of sending the text again.
create table source_texts (
  user_id uuid not null references users on delete cascade,
  -- Random, and found only together with its user.
  id text not null,
  title text not null,
  content text not null,
  size_bytes integer not null,
  stored_at timestamptz not null,
  primary key (user_id, id)
);
create index source_texts_by_age on source_texts (stored_at);
