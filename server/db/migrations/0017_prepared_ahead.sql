-- Since when everything that its network wants beforehand is there: at its time nothing is left to do but to send it.
alter table publish_attempts add column ready_at timestamptz;
