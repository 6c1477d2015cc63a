-- The author's choices about a post on its network, such as its visibility. A worker of an older release would ignore
-- them and publish a post for followers publicly, so older processes must stop first.
alter table posts add column options jsonb;
-- The account's own default visibility at its server, and whether its server accepts only posts with a photo or video.
alter table social_accounts add column default_visibility text check (default_visibility in ('public', 'unlisted', 'followers'));
alter table social_accounts add column needs_media boolean not null default false;
