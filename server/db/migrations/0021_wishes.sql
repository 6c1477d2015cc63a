-- What its owner wants to become of a post that was sent and never answered for, once the network shows that it is not out.
alter table posts add column wish text check (wish in ('delete', 'draft'));
