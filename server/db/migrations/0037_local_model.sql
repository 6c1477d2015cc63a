-- The model on this machine that an administrator chose, where the environment names none.
create table local_model (
  is_only boolean primary key default true check (is_only),
  base_url text not null,
  model text not null,
  chosen_by uuid references users on delete set null,
  chosen_at timestamptz not null
);
