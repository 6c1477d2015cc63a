-- What a draft was written from, so that it can be looked up there on another browser, too.
create table draft_sources (
  post_id uuid primary key references posts on delete cascade,
  -- JSON as the contract has it: nothing but the whole of it is ever asked for.
  given text not null,
  stored_at timestamptz not null
);
