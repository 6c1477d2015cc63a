-- Whoever waits for the row of a notification while its first mail is noted as told has not seen that yet: what the row
-- says once the wait is over counts. Else the second of many would be mailed alone, at once.
create or replace function note_trouble() returns trigger language plpgsql as $$
declare
  code text := coalesce(new.failure->>'code', new.status);
  -- However many posts wait for an account that is lost, it is told of once.
  is_lost boolean := code = 'reconnect' and exists (select from social_accounts where id = new.account_id and needs_reconnect);
  about text := case when is_lost then 'reconnect:' || new.account_id
    else concat_ws(':', new.status, code, coalesce(new.account_id::text, new.platform)) end;
  noted uuid;
begin
  insert into notifications as n (user_id, kind, platform, account_id, reason, subject, created_at, updated_at, mail_at)
  values (new.user_id, case when is_lost then 'reconnect' else new.status end, new.platform, new.account_id, code, about,
    new.updated_at, new.updated_at,
    -- The first is mailed at once; what follows within ten minutes goes into one later mail.
    greatest(new.updated_at, (
      select max(mailed_at) + interval '10 minutes' from notifications where user_id = new.user_id and subject = about)))
  on conflict (user_id, subject) where read_at is null or kind in ('reconnect', 'ending') do update set
    updated_at = excluded.updated_at, read_at = null,
    mail_at = case when n.kind = 'reconnect' then n.mail_at
      else coalesce(n.mail_at, greatest(excluded.mail_at, n.mailed_at + interval '10 minutes')) end
  returning n.id into noted;
  -- A post stands in its latest notification only.
  delete from notification_posts where post_id = new.id and notification_id <> noted;
  insert into notification_posts (notification_id, post_id, at) values (noted, new.id, new.updated_at)
  on conflict (notification_id, post_id) do update set at = excluded.at, mailed_at = null;
  return null;
end $$;
