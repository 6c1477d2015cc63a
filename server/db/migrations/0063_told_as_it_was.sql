-- What a message is about, as it was when it happened: whatever becomes of it before the message is sent changes nothing.
-- The body is made of it before the first try, and takes its place.
alter table webhook_messages add column told jsonb;
update webhook_messages m set told = to_jsonb(p) || jsonb_build_object('sibling_id',
    (select s.id from posts s where s.idea_id = p.idea_id and s.id <> p.id limit 1))
  from posts p where p.id = m.subject_id and m.body is null;
update webhook_messages m set told = to_jsonb(a) - 'sealed_tokens'
  from social_accounts a where a.id = m.subject_id and m.body is null;
