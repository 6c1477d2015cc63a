-- English and Arabic of one idea: posts that share it are each other's siblings.
alter table posts add column idea_id uuid;
create index posts_of_an_idea on posts (idea_id) where idea_id is not null;
