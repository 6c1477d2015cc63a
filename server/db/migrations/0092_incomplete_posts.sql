-- A notification that a thread or a first comment stopped after its post was published.
alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check
  check (kind in ('delayed', 'moved', 'unmoved', 'failed', 'missed', 'unconfirmed', 'went_out', 'incomplete', 'reconnect', 'ending', 'jobs', 'security'));
