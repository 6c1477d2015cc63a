-- Keys of AI providers that an administrator entered, sealed like the tokens of networks. They are used where the
-- environment names no such provider.
create table provider_keys (
  provider text primary key check (provider in ('openai', 'anthropic')),
  sealed_key text not null,
  -- By which people tell it from another one.
  last_four text not null,
  -- Null for the usual one.
  model text,
  set_at timestamptz not null
);
