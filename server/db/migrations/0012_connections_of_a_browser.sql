-- The return from a network is good in the session that set out for it, and in no other browser of the same person.
alter table connect_attempts add column session_id uuid references sessions on delete cascade;
create index connect_attempts_of_session on connect_attempts (session_id);
