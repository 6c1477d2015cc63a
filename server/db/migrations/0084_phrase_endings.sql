-- Older processes may keep running.
-- The networks and languages whose new drafts end with the phrase. Null for a phrase that is only inserted by hand.
alter table phrases add column ending_platforms text[];
alter table phrases add column ending_languages text[];
