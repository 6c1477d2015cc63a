-- When a renewal that nobody's post asked for was last begun: one that failed in passing is not begun again at once.
alter table social_accounts add column renewal_tried_at timestamptz;
create index accounts_by_token_end on social_accounts (platform, token_expires_at) where renews_itself and not needs_reconnect;
