import { expect, test } from 'vitest'
import { functionsWritingPosts, keysWritingPosts, writesOfPosts } from './post-writers.ts'

test.each([
  ['an insert', 'await on.query(sql`insert into posts (id) values (${id})`)'],
  ['an update of an alias, over several lines', 'sql`\nupdate\n  posts p set status = ${status}`'],
  [
    'a deletion within a statement',
    'sql`with gone as (DELETE FROM public.posts where id = ${id} returning 1) select 1`',
  ],
  ['an update within a statement', 'sql`with moved as (update posts set a = 1 returning id) select id from moved`'],
  ['a copy', 'await lite.query("copy posts from stdin")'],
  ['a doubly quoted name', String.raw`"update \"public\".\"posts\" set revision = 1"`],
  ['a comment in between', 'sql`update /* all */ posts set revision = 1`'],
  ['a quoted name', 'sql`update "posts" set revision = 1`'],
  ['an emptied table', 'sql`truncate table posts`'],
  ['a computed table name', 'sql`update ${raw(table)} set revision = 1`'],
])('reports code that writes posts: %s', (_, source) => {
  expect(writesOfPosts(source)).toHaveLength(1)
})

test('reports the line of each statement that writes posts', () => {
  expect(writesOfPosts('\nsql`update posts set a = 1`\n\nsql`delete from posts`')).toEqual([2, 4])
})

test.each([
  ['another table', 'sql`insert into posts_of_before (id) select id from posts`'],
  ['a lock', 'sql`select from posts where id = ${id} for update`'],
  ['a column', 'sql`update notification_posts set posts = 1`'],
  [
    'a comment about posts',
    '// An update posts of its own accord.\n/** Never delete from posts */\n-- insert into posts',
  ],
])('does not report code that leaves posts unchanged: %s', (_, source) => {
  expect(writesOfPosts(source)).toEqual([])
})

test('reports a foreign key that may change posts unless it is listed', () => {
  const named = ['posts_user_id_fkey', 'posts_account_id_fkey'].map((name) => ({ name, onDelete: 'c', onUpdate: 'a' }))
  expect(keysWritingPosts([...named, { name: 'posts_idea_id_fkey', onDelete: 'r', onUpdate: 'a' }])).toEqual([])
  for (const more of [
    { name: 'posts_idea_id_fkey', onDelete: 'n', onUpdate: 'a' },
    { name: 'posts_idea_id_fkey', onDelete: 'a', onUpdate: 'c' },
  ])
    expect(keysWritingPosts([...named, more])).toEqual([
      'posts_idea_id_fkey writes posts, which only server/posts/transitions/ does',
    ])
  expect(keysWritingPosts(named.slice(1))).toEqual([expect.stringContaining('posts_user_id_fkey writes no posts')])
})

test('reports a database function that writes posts, in its latest version', () => {
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
