-- A post that is due and has not gone out yet is told of, too, before it fails or misses its time.
alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check
  check (kind in ('delayed', 'failed', 'missed', 'unconfirmed', 'reconnect', 'ending'));

-- A delay that is over looks different, as whatever is taken care of does.
create function tell_end_of_delay() returns trigger language plpgsql as $$
begin
  if exists (select from notification_posts np join notifications n on n.id = np.notification_id
    where np.post_id = new.id and n.kind = 'delayed') then
    perform pg_notify('frogy', json_build_object('type', 'notification', 'id', new.id, 'userId', new.user_id)::text);
  end if;
  return null;
end $$;
create trigger posts_out_of_delay after update of status, scheduled_at on posts for each row
  when (new.status not in ('scheduled', 'publishing') and new.status is distinct from old.status
    or new.scheduled_at is distinct from old.scheduled_at)
  execute function tell_end_of_delay();
