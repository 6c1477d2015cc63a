-- How a person writes: samples of their own, and rules, as models are given them.
create table voices (
  user_id uuid primary key references users on delete cascade,
  samples text[] not null default '{}',
  dos text[] not null default '{}',
  donts text[] not null default '{}',
  uses_published boolean not null default false
);
