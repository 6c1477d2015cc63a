-- Browsers are told of accounts, too: what is told of is a post, or an account.
alter table pushes rename column post_id to subject_id;
