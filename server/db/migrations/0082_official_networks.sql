-- Older processes may keep running.
-- Names the networks by `is_platform`, so that a new network changes that function only.
alter table official_social_accounts drop constraint official_social_accounts_platform_check, add constraint official_social_accounts_platform_check check (is_platform(platform) or platform in ('whatsapp', 'telegram'));
