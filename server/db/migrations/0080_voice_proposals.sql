-- Older processes may keep running.
-- Counts and hashes of the drafts that Frogy wrote, to compare with what their authors post. No texts.
create table written_drafts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  language text not null,
  -- JSON: TextTraits.
  traits text not null,
  written_at timestamptz not null
);
create index written_drafts_of_user on written_drafts (user_id, language, written_at desc);

-- A user's answers to proposed rules. A rule is proposed once.
create table voice_answers (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  kind text not null,
  language text not null,
  -- The phrase of the rule; empty for a rule without one.
  phrase text not null default '',
  is_accepted boolean not null,
  answered_at timestamptz not null,
  unique (user_id, kind, language, phrase)
);
