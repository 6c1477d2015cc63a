-- Every process hears of events in the order in which they were committed: whoever knows the last one that somebody else
-- had heard knows what came after it.
create or replace function tell_event() returns trigger language plpgsql as $$
begin
  perform pg_notify('frogy', json_build_object('event', new.id, 'kind', new.kind, 'id', new.subject_id, 'userId', new.user_id)::text);
  return null;
end $$;
