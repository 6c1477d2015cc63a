import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { PLATFORMS, type Platform } from '#core/platforms/platform.ts'
import type { Post } from '#core/posts/contract.ts'
import type { Person } from '#tests/support/person.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#tests/support/posting.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

const RIGHTS = {
  FACEBOOK_SCOPES: 'read_insights',
  INSTAGRAM_SCOPES: 'instagram_business_manage_insights',
  THREADS_SCOPES: 'threads_manage_insights',
}
const SOON = { timeout: 15_000, interval: 50 }
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
  (await who.call('POST /api/posts', { body: { platform, content, status: 'published' } })) as Post
const newest = async (platform: Platform) => (await frogy.simulator.posts(platform)).at(-1)?.id ?? ''
const engage = async (platform: Platform, figures: Partial<typeof COUNTED> = COUNTED) =>
  await frogy.simulator.engage({ platform, id: await newest(platform), ...figures })
const engagement = async (who: Person) => (await who.call('GET /api/posts', {})).map((post) => post.engagement)

test.each(PLATFORMS.filter((platform) => platform !== 'instagram'))(
  'what %s counted of a post is its engagement, in lists and in what they add up to',
  async (platform) => {
    const layla = await frogy.person(platform)
    await publish(layla, platform)
    await engage(platform)
    expect(await engagement(layla)).toEqual([0])
    frogy.clock.advance(HOUR_MS + MINUTE_MS)
    const sum = platform === 'linkedin' ? 10 : 12
    await expect.poll(() => engagement(layla), SOON).toEqual([sum])
    const { byPlatform, week } = await layla.call('GET /api/posts/summary', {})
    expect(byPlatform.find((one) => one.platform === platform)?.engagement).toBe(sum)
    expect(week.engagement).toBe(sum)
  },
)

test('a fresh post is asked about again a quarter of an hour later, and an old one is not', async () => {
  const layla = await frogy.person('threads')
  await publish(layla, 'threads')
  await engage('threads', { likes: 1 })
  frogy.clock.advance(15 * MINUTE_MS)
  await expect.poll(() => engagement(layla), SOON).toEqual([1])
  await engage('threads', { likes: 5 })
  frogy.clock.advance(15 * MINUTE_MS)
  await expect.poll(() => engagement(layla), SOON).toEqual([5])
})
