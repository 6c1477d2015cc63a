-- Older processes may keep running.
-- The UTM parameters for links in posts, by network; null for none. Also of a workspace, whose content refers to a user.
alter table users add column link_parameters jsonb;
