-- Whatever happens, to posts, accounts, notifications and sessions, is an event of the thing that its kind begins with.
alter table events rename column post_id to subject_id;
alter table events alter column subject_id set not null;
-- Each of many posts of one person would lock that person's row; nobody looks events up by whose they are.
alter table events drop constraint events_user_id_fkey;
drop index events_of_user;

-- Triggers changed rows and knew what a person is to be told of. Whoever makes a change now appends its event and tells.
drop trigger posts_changed on posts;
drop trigger posts_in_trouble on posts;
drop trigger posts_out_of_trouble on posts;
drop trigger troubled_posts_removed on posts;
drop trigger posts_out_of_delay on posts;
drop trigger accounts_changed on social_accounts;
drop trigger accounts_lost on social_accounts;
drop trigger accounts_regained on social_accounts;
drop trigger notifications_changed on notifications;
drop trigger sessions_ended on sessions;
drop function note_trouble();
drop function note_lost_account();
drop function tell_end_of_delay();
drop function tell_change();

-- The only trigger there is: every process hears of every event once it is committed. Workers wake, browsers read anew.
create function tell_event() returns trigger language plpgsql as $$
begin
  perform pg_notify('frogy', json_build_object('kind', new.kind, 'id', new.subject_id, 'userId', new.user_id)::text);
  return null;
end $$;
create trigger events_told after insert on events for each row execute function tell_event();
