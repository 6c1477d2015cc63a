-- Older processes may keep running.
-- Metrics that members entered by hand, because the network reports none. A reported metric always wins.
create table entered_metrics (
  post_id uuid primary key references post_metrics on delete cascade,
  impressions bigint check (impressions >= 0),
  likes bigint check (likes >= 0),
  comments bigint check (comments >= 0),
  shares bigint check (shares >= 0),
  entered_by uuid references users on delete set null,
  entered_at timestamptz not null,
  check (coalesce(impressions, likes, comments, shares) is not null)
);
create index entered_metrics_by on entered_metrics (entered_by);
