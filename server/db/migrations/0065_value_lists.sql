-- Each list of allowed values once. A new network replaces `is_platform` with one that has a name more.
create function is_platform(value text) returns boolean immutable parallel safe language sql
  as $$ select value in ('linkedin', 'twitter', 'facebook', 'instagram', 'threads') $$;
create function is_language(value text) returns boolean immutable parallel safe language sql
  as $$ select value in ('en', 'ar') $$;
create function is_picture_state(value text) returns boolean immutable parallel safe language sql
  as $$ select value in ('storing', 'ready', 'deleting') $$;

alter table social_accounts drop constraint social_accounts_platform_check, add constraint social_accounts_platform_check check (is_platform(platform));
alter table posts drop constraint posts_platform_check, add constraint posts_platform_check check (is_platform(platform));
alter table pauses drop constraint pauses_platform_check, add constraint pauses_platform_check check (is_platform(platform));
alter table connection_log drop constraint connection_log_platform_check, add constraint connection_log_platform_check check (is_platform(platform));
alter table post_metrics drop constraint post_metrics_platform_check, add constraint post_metrics_platform_check check (is_platform(platform));
alter table metrics_spent drop constraint metrics_spent_platform_check, add constraint metrics_spent_platform_check check (is_platform(platform));
alter table metrics_pauses drop constraint metrics_pauses_platform_check, add constraint metrics_pauses_platform_check check (is_platform(platform));

alter table users drop constraint users_preferred_language_check, add constraint users_preferred_language_check check (is_language(preferred_language));
alter table posts drop constraint posts_content_language_check, add constraint posts_content_language_check check (is_language(content_language));
alter table google_attempts drop constraint google_attempts_language_check, add constraint google_attempts_language_check check (is_language(language));

alter table images drop constraint images_state_check, add constraint images_state_check check (is_picture_state(state));
alter table profile_pictures drop constraint profile_pictures_state_check, add constraint profile_pictures_state_check check (is_picture_state(state));
