import { expect, test } from 'vitest'
import { functionsWritingPosts, writesOfPosts } from './post-writers.ts'

test.each([
  ['an insert', 'await on.query(sql`insert into posts (id) values (${id})`)'],
  ['an update of an alias, over several lines', 'sql`\nupdate\n  posts p set status = ${status}`'],
  [
    'a deletion within a statement',
    'sql`with gone as (DELETE FROM public.posts where id = ${id} returning 1) select 1`',
  ],
  ['a quoted name', 'sql`update "posts" set revision = 1`'],
  ['an emptied table', 'sql`truncate table posts`'],
  ['a name that is put together', 'sql`update ${raw(table)} set revision = 1`'],
])('%s is found', (_, source) => {
  expect(writesOfPosts(source)).toHaveLength(1)
})

test('the line of each is told', () => {
  expect(writesOfPosts('\nsql`update posts set a = 1`\n\nsql`delete from posts`')).toEqual([2, 4])
})

test.each([
  ['another table', 'sql`insert into posts_of_before (id) select id from posts`'],
  ['a lock', 'sql`select from posts where id = ${id} for update`'],
  ['a column', 'sql`update notification_posts set posts = 1`'],
  ['a word about it', '// An update posts of its own accord.\n/** Never delete from posts */\n-- insert into posts'],
])('%s is not', (_, source) => {
  expect(writesOfPosts(source)).toEqual([])
})

test('a function of the database is found where it was last written', () => {
  const functions = [
    { name: 'tidy', body: 'begin update posts set a = 1; end' },
    { name: 'tell', body: 'begin perform pg_notify(1); end' },
  ]
  const migrations = new Map([
    ['1.sql', 'create function tidy() returns trigger'],
    ['2.sql', '-- anew\ncreate or replace function tidy() returns trigger'],
  ])
  expect(functionsWritingPosts(functions, migrations)).toEqual(['2.sql:2 (tidy)'])
})
