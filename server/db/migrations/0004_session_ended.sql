-- A session that ends, by whichever process, ends the stream of updates that was opened with it.
create trigger sessions_ended after delete on sessions for each row execute function tell_change('session.ended');
