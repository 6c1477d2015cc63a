-- The accounts that whoever runs Frogy has at networks, for everybody to see.
create table official_social_accounts (
  id uuid primary key default gen_random_uuid(),
  platform text not null check (platform in ('linkedin', 'twitter', 'facebook', 'instagram', 'threads', 'whatsapp', 'telegram')),
  profile_url text not null check (profile_url ~ '^https://[^[:space:]]+$' and length(profile_url) <= 500),
  display_name text not null check (length(display_name) between 1 and 100),
  is_active boolean not null default true,
  sort_order integer not null default 0
);
