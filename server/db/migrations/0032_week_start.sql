-- The day on which a person's weeks begin (0 is Sunday); null where it goes by their browser's language.
alter table users add column week_starts_on integer check (week_starts_on in (0, 1, 6));
