import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Platform } from '#core/platforms/platform.ts'
import { installation } from '#tests/support/installation.ts'
import type { Person } from '#tests/support/person.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#tests/support/post-requests.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'
import sql, { columns } from '../db/sql.ts'
import { storeMetrics } from './store-metrics.ts'

// Each test uses a different network, because users share the simulated accounts.

const COUNTED = { impressions: 120, likes: 7, comments: 3, shares: 2 }

let frogy: Frogy
beforeAll(async () => {
  frogy = await startFrogy({ METRICS: 'on' })
})
beforeEach(() => frogy.simulator.clearFaults())
afterAll(() => frogy[Symbol.asyncDispose]())

async function withPost(platform: Platform): Promise<{ layla: Person; accountId: string }> {
  const layla = await frogy.person(platform)
  await layla.call('POST /api/posts', { body: { platform, content: 'Out', status: 'published' } })
  const post = (await frogy.simulator.posts(platform)).at(-1)
  await frogy.simulator.engage({ platform, id: post?.id ?? '', ...COUNTED })
  return { layla, accountId: post?.accountId ?? '' }
}
const analytics = async (who: Person) => await who.call('GET /api/analytics', {})
const reported = async (who: Person) => (await analytics(who)).reported
const ofPlatform = async (who: Person, name: Platform) =>
  (await analytics(who)).platforms.find(({ platform }) => platform === name)

test('pauses metrics reads as long as a rate limit requires, and does not show a missing metric as zero', async () => {
  const { layla } = await withPost('facebook')
  await frogy.simulator.fault({ platform: 'facebook', operation: 'metrics', fault: 'status', as: 'rate' })
  frogy.clock.advance(15 * MINUTE_MS)
  await expect.poll(() => frogy.simulator.faults()).toEqual([])
  expect(await analytics(layla)).toMatchObject({
    published: 1,
    reported: 0,
    posts: [{ engagement: null, likes: null }],
  })
  frogy.clock.advance(HOUR_MS)
  await expect.poll(() => reported(layla)).toBe(1)
  expect(await ofPlatform(layla, 'facebook')).toMatchObject({
    engagement: 12,
    impressions: null,
    refused: ['impressions'],
  })
})

test('shows that a network refuses all metrics, and reads no metrics from that network again that day', async () => {
  const { layla } = await withPost('threads')
  frogy.clock.advance(15 * MINUTE_MS)
  const refused = ['impressions', 'likes', 'comments', 'shares']
  await expect.poll(() => ofPlatform(layla, 'threads')).toMatchObject({ engagement: null, refused })
  // If Frogy read Threads again today, this fault would make the read fail.
  await frogy.simulator.fault({ platform: 'threads', operation: 'metrics', fault: 'status', as: 'server', count: 9 })
  frogy.clock.advance(20 * HOUR_MS)
  const { layla: other } = await withPost('facebook')
  frogy.clock.advance(15 * MINUTE_MS)
  await expect.poll(() => reported(other)).toBe(1)
  expect((await frogy.simulator.faults())[0]?.count).toBe(9)
})

test('detects a lost permission when reading metrics, and asks to reconnect the account', async () => {
  const { layla, accountId } = await withPost('linkedin')
  await frogy.simulator.revoke('linkedin', accountId)
  const isLost = async () => (await layla.call('GET /api/social-accounts', {}))[0]?.needsReconnect
  expect(await isLost()).toBe(false)
  frogy.clock.advance(HOUR_MS)
  await expect.poll(isLost).toBe(true)
  // Frogy reads a lost account again after the user has reconnected it.
  await layla.connect('linkedin')
  frogy.clock.advance(DAY_MS)
  await expect.poll(() => reported(layla)).toBe(1)
})

test('discards metrics of a post whose network data was deleted during the read', async () => {
  await using place = await installation()
  let id = ''
  {
    await using here = await place.start()
    const omar = await here.visitor().register()
    await omar.connect('threads')
    id = (await omar.call('POST /api/posts', { body: { platform: 'threads', content: 'Out', status: 'published' } })).id
  }
  await using database = await place.database()
  const figures = async () => {
    const rows = sql`select ${columns('post_metrics', 'impressions', 'likes')} from post_metrics where post_id = ${id}`
    return (await database.query(rows))[0]
  }
  const told = new Map([['as-it-was', { impressions: 5, likes: 1, comments: 0, shares: 0, refused: [] }]])
  const asked = [{ id, remote_id: 'as-it-was', published_at: place.clock.now() }]
  await storeMetrics(database, 'threads', asked, told, place.clock.now())
  expect(await figures()).toEqual({ impressions: null, likes: null })
})

test('reads no metrics of X by default, and reports this to the user', async () => {
  const { layla } = await withPost('twitter')
  const { layla: other } = await withPost('facebook')
  frogy.clock.advance(HOUR_MS + MINUTE_MS)
  await expect.poll(() => reported(other)).toBe(1)
  expect(await ofPlatform(layla, 'twitter')).toMatchObject({
    published: 1,
    engagement: null,
    isAsked: false,
    canReport: true,
  })
  expect(await ofPlatform(layla, 'facebook')).toMatchObject({ isAsked: true })
})
