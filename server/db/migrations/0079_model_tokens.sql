-- Older processes may keep running.
-- Parts of the input and output tokens that have another price or purpose.
alter table ai_usage add column cached_tokens integer not null default 0;
alter table ai_usage add column cache_write_tokens integer not null default 0;
alter table ai_usage add column reasoning_tokens integer not null default 0;
