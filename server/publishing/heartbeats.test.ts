import { expect, test } from 'vitest'
import { SERVER_URL } from '#tests/support/databases.ts'
import { installation } from '#tests/support/installation.ts'
import { openDatabase } from '#server/db/database.ts'
import sql from '#server/db/sql.ts'
import { startFrogy } from '#tests/support/start-frogy.ts'
import { beat, endBeating, stateOfQueue } from './heartbeats.ts'

test('the queue is served while a worker has worked within the last half minute', async () => {
  await using place = await installation()
  await using database = await place.database()
  const isServed = async () => (await stateOfQueue(database, place.clock.now())).isServed
  expect(await isServed()).toBe(false)
  await beat(database, 'one')
  await beat(database, 'one')
  expect(await isServed()).toBe(true)
  await database.query(sql`update workers set worked_at = clock_timestamp() - interval '31 seconds'`)
  expect(await isServed()).toBe(false)
  await beat(database, 'another')
  expect(await isServed()).toBe(true)
  await endBeating(database, 'another')
  expect(await isServed()).toBe(false)
})

if (SERVER_URL) {
  test('a web process is red while a post is due and no worker works, and green again with the first that does', async () => {
    await using frogy = await startFrogy({ ROLE: 'web' })
    const faults = async () => ((await (await fetch(`${frogy.url}/healthz`)).json()) as { faults: string[] }).faults
    const layla = await frogy.person('linkedin')
    const at = new Date(frogy.clock.now().getTime() + 60_000)
    const post = await layla.schedule({ platform: 'linkedin', content: 'Who publishes me?', at })
    expect(await faults()).toEqual([])
    frogy.clock.advanceTo(at)
    expect(await faults()).toContain('worker')

    await using database = await openDatabase({ ...frogy, onError: console.error })
    await beat(database, 'a worker elsewhere')
    expect(await faults()).not.toContain('worker')
    await database.query(sql`update workers set worked_at = clock_timestamp() - interval '31 seconds'`)
    expect(await faults()).toContain('worker')
    await layla.call('DELETE /api/posts/{id}', { params: { id: post.id } })
    expect(await faults()).not.toContain('worker')
  })
}
