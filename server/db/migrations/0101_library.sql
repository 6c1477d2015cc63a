-- Older processes may keep running.
create index library_of_user on images (user_id, created_at desc, id desc) where state = 'ready';
