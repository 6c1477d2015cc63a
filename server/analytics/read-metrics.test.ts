import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { PLATFORMS, type Platform } from '#core/platforms/platform.ts'
import type { Person } from '#tests/support/person.ts'
import { HOUR_MS, MINUTE_MS } from '#tests/support/post-requests.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

const RIGHTS = {
  FACEBOOK_SCOPES: 'read_insights',
  INSTAGRAM_SCOPES: 'instagram_business_manage_insights',
  THREADS_SCOPES: 'threads_manage_insights',
}
const COUNTED = { impressions: 120, likes: 7, comments: 3, shares: 2 }

let frogy: Frogy
beforeAll(async () => {
  frogy = await startFrogy({ METRICS: 'on', X_METRICS: 'on', ...RIGHTS })
})
beforeEach(async () => {
  await frogy.simulator.clearFaults()
  await frogy.simulator.liftLimits()
})
afterAll(() => frogy[Symbol.asyncDispose]())

const publish = async (who: Person, platform: Platform, content = 'Out') =>
  await who.call('POST /api/posts', { body: { platform, content, status: 'published' } })
const newest = async (platform: Platform) => (await frogy.simulator.posts(platform)).at(-1)?.id ?? ''
const engage = async (platform: Platform, figures: Partial<typeof COUNTED> = COUNTED) =>
  await frogy.simulator.engage({ platform, id: await newest(platform), ...figures })
const engagement = async (who: Person) => (await who.call('GET /api/posts', {})).map((post) => post.engagement)

test.each(PLATFORMS.filter((platform) => platform !== 'instagram' && platform !== 'telegram'))(
  'shows the reported counts of the network %s as engagement, in lists and totals',
  async (platform) => {
    const layla = await frogy.person(platform)
    await publish(layla, platform)
    await engage(platform)
    expect(await engagement(layla)).toEqual([0])
    expect((await layla.call('GET /api/posts/summary', {})).week).toMatchObject({ engagement: 0, isReported: false })
    frogy.clock.advance(HOUR_MS + MINUTE_MS)
    const sum = platform === 'linkedin' ? 10 : 12
    await expect.poll(() => engagement(layla)).toEqual([sum])
    const { byPlatform, week } = await layla.call('GET /api/posts/summary', {})
    expect(byPlatform.find((one) => one.platform === platform)).toMatchObject({ engagement: sum, isReported: true })
    expect(week).toMatchObject({ engagement: sum, isReported: true })
  },
)

test('reads the metrics of a new post again after a quarter of an hour', async () => {
  const layla = await frogy.person('threads')
  await publish(layla, 'threads')
  await engage('threads', { likes: 1 })
  frogy.clock.advance(15 * MINUTE_MS)
  await expect.poll(() => engagement(layla)).toEqual([1])
  await engage('threads', { likes: 5 })
  frogy.clock.advance(15 * MINUTE_MS)
  await expect.poll(() => engagement(layla)).toEqual([5])
})

test('shows new views on the dashboard when nothing else about a post changed', async () => {
  const layla = await frogy.person('threads')
  await publish(layla, 'threads')
  const views = async () =>
    (await layla.call('GET /api/posts/summary', {})).views?.days.reduce((sum, day) => sum + day, 0)
  await engage('threads')
  frogy.clock.advance(15 * MINUTE_MS)
  await expect.poll(views).toBe(120)
  await engage('threads', { ...COUNTED, impressions: 340 })
  frogy.clock.advance(15 * MINUTE_MS)
  await expect.poll(views).toBe(340)
})

const analytics = async (who: Person, query: Record<string, string> = {}) =>
  await who.call('GET /api/analytics', { query })
const reported = async (who: Person) => (await analytics(who)).reported

test('shows reported metrics by post, by network and by day', async () => {
  const layla = await frogy.person('threads')
  await publish(layla, 'threads', 'First words\nand more')
  await engage('threads')
  frogy.clock.advance(15 * MINUTE_MS)
  await expect.poll(() => reported(layla)).toBe(1)
  const { posts, top, platforms, columns, published, engagement: sum } = await analytics(layla)
  const figures = { opening: 'First words', platform: 'threads', ...COUNTED, engagement: 12, refused: [] }
  expect(posts).toMatchObject([figures])
  expect(top).toMatchObject([figures])
  expect({ published, sum }).toEqual({ published: 1, sum: 12 })
  const ofThreads = platforms.find(({ platform }) => platform === 'threads')
  expect(ofThreads).toMatchObject({ published: 1, impressions: 120, engagement: 12 })
  expect(columns.at(-1)).toMatchObject({ published: 1, median: 12 })
  expect((await analytics(layla, { platform: 'twitter' })).published).toBe(0)
  expect(await analytics(await frogy.person('threads'))).toMatchObject({ published: 0, posts: [], top: [] })
})

test("writes a CSV line per post in the user's language, safe from formula injection", async () => {
  const layla = await frogy.person('threads')
  await publish(layla, 'threads', '=1+1 is "two", they say')
  await publish(layla, 'threads', 'مرحبًا')
  const csv = async () =>
    new TextDecoder('utf-8', { ignoreBOM: true }).decode(
      await (await layla.fetch('/api/analytics/export')).arrayBuffer(),
    )
  const [head, first, second] = (await csv()).split('\r\n')
  expect(head).toBe(
    '\uFEFFDate,Time,Network,Post,Seen,Reactions,Comments,Shares,Engagement,Link,Entered by hand,Post ID',
  )
  expect(first).toMatch(/^\d{4}-\d\d-\d\d,\d\d:\d\d,Threads,"'=1\+1 is ""two"", they say",,,,,,http/)
  expect(second).toContain(',مرحبًا,,,,,,')
  const reply = await layla.fetch('/api/analytics/export')
  expect(reply.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(reply.headers.get('content-disposition')).toMatch(/^attachment; filename="frogy-[\d-]+\.csv"$/)
})

test.each([
  [{ from: '2026-05-02', to: '2026-05-01' }],
  [{ from: '2024-05-01', to: '2026-05-01' }],
  [{ from: '2026-05-01' }],
])('rejects analytics for the invalid range %o', async (query) => {
  const layla = await frogy.visitor().register()
  expect(await layla.ask('GET /api/analytics', { query })).toMatchObject({
    status: 422,
    body: { issues: [{ path: 'to' }] },
  })
})
