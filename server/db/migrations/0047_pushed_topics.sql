-- Of what a browser is told. Until now it was of everything.
alter table push_subscriptions add column topics text[] not null default '{trouble,account,published}';
