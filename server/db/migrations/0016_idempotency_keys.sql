-- Which call of a person was made under which key, and how it was answered: made once more, it is answered the same.
create table idempotency_keys (
  user_id uuid not null references users on delete cascade,
  key text not null check (length(key) <= 200),
  -- Of the call with all that it was asked with. What was asked is not kept: nobody needs it again.
  fingerprint text not null,
  created_at timestamptz not null,
  -- Who makes the call, and until when, by the database's clock, nobody else may.
  held_by uuid not null,
  held_until timestamptz not null,
  -- What the call made, written in the transaction that made it: whoever makes the call again after a crash finds it.
  made uuid,
  -- The answer; both null until there is one.
  status integer,
  answer text,
  primary key (user_id, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

-- A key is no longer forgotten with the post that was made under it. What was sent with the older ones is not known.
insert into idempotency_keys (user_id, key, fingerprint, created_at, held_by, held_until, made)
select user_id, idempotency_key, '', created_at, gen_random_uuid(), created_at, id from posts where length(idempotency_key) <= 200;
alter table posts drop column idempotency_key;
