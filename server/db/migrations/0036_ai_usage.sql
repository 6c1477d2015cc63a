-- What each answer of a model took: whose, which, and how many tokens where its server said so. No texts.
create table ai_usage (
  id bigint generated always as identity primary key,
  user_id uuid not null references users on delete cascade,
  at timestamptz not null,
  kind text not null,
  provider text not null,
  model text not null,
  input_tokens integer,
  output_tokens integer,
  -- In millionths of a dollar, at the price that the operator had set then; null where none was.
  cost_micros integer
);
create index ai_usage_of_user on ai_usage (user_id, at);
create index ai_usage_by_age on ai_usage (at);
