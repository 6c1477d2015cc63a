import { expect, test } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import sql from '#server/db/sql.ts'
import { testDatabase } from '#tests/support/databases.ts'
import { openChanges, isAbout, type Change } from './changes.ts'

const change: Change = { kind: 'post.published', id: crypto.randomUUID(), userId: crypto.randomUUID() }

test('delivers an event to all listeners, and treats an unknown message as a gap in the events', async () => {
  await using place = await testDatabase()
  await using database = await openDatabase({ ...place, onError: console.error })
  await using changes = await openChanges(database)
  const heard: Change[] = []
  let gaps = 0
  changes.subscribe((one) => void heard.push(one))
  changes.onGap(() => void gaps++)
  const next = changes.next(change.id, new AbortController().signal)
  const junk = ['', 'hello', 'null', '5', '{}', '{"kind":5}', '{"kind":"post.published","id":null}', '[]']
  for (const payload of [...junk, JSON.stringify(change)])
    await database.query(sql`select pg_notify('frogy', ${payload})`)
  await next
  expect(heard).toEqual([change])
  expect(gaps).toBe(junk.length)
})

test('derives from the kind of an event whether it is about a post or an account', () => {
  expect(isAbout(change, 'account', 'post')).toBe(true)
  expect(isAbout(change, 'account')).toBe(false)
})
