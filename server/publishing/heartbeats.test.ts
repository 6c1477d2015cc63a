import { expect, test } from 'vitest'
import { SERVER_URL } from '#tests/support/databases.ts'
import { installation } from '#tests/support/installation.ts'
import { openDatabase } from '#server/db/database.ts'
import sql from '#server/db/sql.ts'
import { startFrogy } from '#tests/support/start-frogy.ts'
import { recordHeartbeat, removeHeartbeat, queueState } from './heartbeats.ts'

test('reports that a worker serves the queue only if one was alive in the last half minute', async () => {
  await using place = await installation()
  await using database = await place.database()
  const isServed = async () => (await queueState(database, place.clock.now())).isServed
  expect(await isServed()).toBe(false)
  await recordHeartbeat(database, 'one')
  await recordHeartbeat(database, 'one')
  expect(await isServed()).toBe(true)
  await database.query(sql`update workers set worked_at = clock_timestamp() - interval '31 seconds'`)
  expect(await isServed()).toBe(false)
  await recordHeartbeat(database, 'another')
  expect(await isServed()).toBe(true)
  await removeHeartbeat(database, 'another')
  expect(await isServed()).toBe(false)
})

if (SERVER_URL) {
  test('reports a web process as unhealthy while a post is due and no worker runs', async () => {
    await using frogy = await startFrogy({ ROLE: 'web' })
    const faults = async () => ((await (await fetch(`${frogy.url}/healthz`)).json()) as { faults: string[] }).faults
    const layla = await frogy.person('linkedin')
    const at = new Date(frogy.clock.now().getTime() + 60_000)
    const post = await layla.schedule({ platform: 'linkedin', content: 'Who publishes me?', at })
    expect(await faults()).toEqual([])
    frogy.clock.advanceTo(at)
    expect(await faults()).toContain('worker')

    await using database = await openDatabase({ ...frogy, onError: console.error })
    await recordHeartbeat(database, 'a worker elsewhere')
    expect(await faults()).not.toContain('worker')
    await database.query(sql`update workers set worked_at = clock_timestamp() - interval '31 seconds'`)
    expect(await faults()).toContain('worker')
    await layla.call('DELETE /api/posts/{id}', { params: { id: post.id } })
    expect(await faults()).not.toContain('worker')
  })
}
