-- A post that was out already when its owner wanted it back: they are told.
alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check
  check (kind in ('delayed', 'moved', 'unmoved', 'failed', 'missed', 'unconfirmed', 'went_out', 'reconnect', 'ending', 'jobs'));
