-- What a person and Frogy said to each other.
create table conversations (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  title text not null,
  country text,
  language text not null,
  category text not null,
  changed_at timestamptz not null
);
create index conversations_of_user on conversations (user_id, changed_at);
-- A question with its answer, which comes later, or never.
create table conversation_turns (
  id uuid primary key default gen_random_uuid(),
  place bigint generated always as identity,
  conversation_id uuid not null references conversations on delete cascade,
  question text not null,
  asked_at timestamptz not null,
  answer jsonb
);
create index turns_of_conversation on conversation_turns (conversation_id, place);
