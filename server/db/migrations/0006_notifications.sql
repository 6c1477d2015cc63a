-- What happened to an attempt besides what its columns tell (an answer lost, looks at the network, questions to its
-- owner), each with its time, in order.
alter table publish_attempts add column steps jsonb not null default '[]';

-- What a person is told: in the app, and by mail.
create table notifications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('failed', 'missed', 'unconfirmed', 'reconnect', 'ending')),
  platform text not null,
  account_id uuid references social_accounts on delete set null,
  -- Why its posts did not go out: the code of their failure.
  reason text,
  -- What belongs together: posts that failed for one reason on one account, an account that is lost.
  subject text not null,
  created_at timestamptz not null,
  -- When there was last something new in it.
  updated_at timestamptz not null,
  read_at timestamptz,
  -- When its next mail is due; null when there is nothing more to tell.
  mail_at timestamptz,
  mailed_at timestamptz,
  mail_tries integer not null default 0,
  -- Until when whoever took its mail may be sending it, by the database's clock.
  mail_claimed_until timestamptz
);
-- What comes after a person has read of it is new; what is about an account stays one as long as it lasts.
create unique index one_notification_a_subject on notifications (user_id, subject)
  where read_at is null or kind in ('reconnect', 'ending');
create index notifications_newest on notifications (user_id, updated_at desc);
create index notifications_to_mail on notifications (mail_at) where mail_at is not null;
create index notifications_of_account on notifications (account_id);

create table notification_posts (
  notification_id uuid not null references notifications on delete cascade,
  post_id uuid not null references posts on delete cascade,
  at timestamptz not null,
  mailed_at timestamptz,
  primary key (notification_id, post_id)
);
create index notifications_of_post on notification_posts (post_id);

-- Made by triggers, so that no process can change a post's state and be killed before it tells of it.
create function note_trouble() returns trigger language plpgsql as $$
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
    mail_at = case when n.kind = 'reconnect' then n.mail_at else coalesce(n.mail_at, excluded.mail_at) end
  returning n.id into noted;
  -- A post stands in its latest notification only.
  delete from notification_posts where post_id = new.id and notification_id <> noted;
  insert into notification_posts (notification_id, post_id, at) values (noted, new.id, new.updated_at)
  on conflict (notification_id, post_id) do update set at = excluded.at, mailed_at = null;
  return null;
end $$;
create trigger posts_in_trouble after update of status on posts for each row
  when (new.status in ('failed', 'missed', 'unconfirmed') and new.status is distinct from old.status)
  execute function note_trouble();

create function note_lost_account() returns trigger language plpgsql as $$
declare moment timestamptz := clock_timestamp();
begin
  insert into notifications as n (user_id, kind, platform, account_id, reason, subject, created_at, updated_at, mail_at)
  values (new.user_id, 'reconnect', new.platform, new.id, 'reconnect', 'reconnect:' || new.id, moment, moment, moment)
  -- Lost again, after it was connected again.
  on conflict (user_id, subject) where read_at is null or kind in ('reconnect', 'ending') do update set
    updated_at = moment, read_at = null,
    mail_at = coalesce(n.mail_at, greatest(moment, n.mailed_at + interval '10 minutes'));
  return null;
end $$;
create trigger accounts_lost after update of needs_reconnect on social_accounts for each row
  when (new.needs_reconnect and not old.needs_reconnect) execute function note_lost_account();

-- Of the mail's own columns nobody needs to hear.
create trigger notifications_changed after insert or delete or update of updated_at, read_at
  on notifications for each row execute function tell_change('notification');
-- What is taken care of looks different, too.
create trigger posts_out_of_trouble after update of status on posts for each row
  when (old.status in ('failed', 'missed', 'unconfirmed') and new.status is distinct from old.status)
  execute function tell_change('notification');
create trigger troubled_posts_removed after delete on posts for each row
  when (old.status in ('failed', 'missed', 'unconfirmed')) execute function tell_change('notification');
create trigger accounts_regained after update of needs_reconnect, token_expires_at on social_accounts for each row
  when (not new.needs_reconnect and (old.needs_reconnect or not new.renews_itself)) execute function tell_change('notification');
