import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Platform } from '#core/platforms/platform.ts'
import { accessOf, NEVER, networkClients, valueOf, type NetworkClients } from '#tests/support/network-clients.ts'
import type { Access } from './platform-client.ts'

/** The scopes that an app needs to read metrics. */
const RESULTS = {
  facebook: ['read_insights'],
  instagram: ['instagram_business_manage_insights'],
  threads: ['threads_manage_insights'],
}

let networks: NetworkClients
beforeAll(async () => {
  networks = await networkClients(RESULTS)
})
beforeEach(() => networks.simulator.reset())
afterAll(() => networks[Symbol.asyncDispose]())

const COUNTED = { impressions: 120, likes: 7, comments: 3, shares: 2 }
/** The counts of one post as each network reports them. LinkedIn reports only likes and comments, Bluesky no views. */
const TOLD = {
  linkedin: { ...COUNTED, impressions: null, shares: null },
  twitter: COUNTED,
  facebook: COUNTED,
  instagram: COUNTED,
  threads: COUNTED,
  bluesky: { ...COUNTED, impressions: null },
  mastodon: { ...COUNTED, impressions: null },
} satisfies Partial<Record<Platform, object>>

/** The networks whose metrics this file tests. Telegram reports none to bots. */
const MEASURED = Object.keys(TOLD) as (keyof typeof TOLD)[]

async function signedIn(platform: Platform): Promise<Access> {
  const [connection] = await networks.signIn(platform)
  if (!connection) throw new Error('Nobody was connected')
  return accessOf(connection)
}

/** Creates a post with metrics. Returns its id, and access to its account. */
async function withPost(platform: Platform): Promise<{ access: Access; id: string }> {
  await networks.simulator.manners({ processingMs: 0 })
  const access = await signedIn(platform)
  const id = await networks.post(platform, access, 'Seen by some')
  await networks.simulator.engage({ platform, id, ...COUNTED })
  return { access, id }
}

const metricsOf = async (platform: Platform, ids: string[], access: Access) =>
  Object.fromEntries(valueOf(await networks.client(platform).metrics(ids, access, NEVER)))

test.each(MEASURED)(
  'reads the views, likes, comments and shares of a post on the network %s, as far as it reports them',
  async (platform) => {
    const { access, id } = await withPost(platform)
    expect(await metricsOf(platform, [id], access)).toEqual({ [id]: TOLD[platform] })
  },
)

test.each(MEASURED)('reads zeros, not unknown values, for an unseen post on the network %s', async (platform) => {
  await networks.simulator.manners({ processingMs: 0 })
  const access = await signedIn(platform)
  const id = await networks.post(platform, access, 'Seen by nobody')
  const noughts = Object.fromEntries(
    Object.entries(TOLD[platform]).map(([name, value]) => [name, value === null ? null : 0]),
  )
  expect(await metricsOf(platform, [id], access)).toEqual({ [id]: noughts })
})

test.each(MEASURED)(
  'skips a post deleted on the network %s, and reads the metrics of the other posts',
  async (platform) => {
    const { access, id } = await withPost(platform)
    const deleted = { linkedin: 'urn:li:share:1', facebook: `${access.remoteId}_1` }[platform as string] ?? '1'
    expect(await metricsOf(platform, [deleted, id], access)).toEqual({ [id]: TOLD[platform] })
    expect(await metricsOf(platform, [deleted], access)).toEqual({})
    expect(await metricsOf(platform, [], access)).toEqual({})
  },
)

test.each(MEASURED)('reports a permission that the network %s has revoked', async (platform) => {
  const { access, id } = await withPost(platform)
  const result = await networks.client(platform).metrics([id], { ...access, accessToken: 'dead' }, NEVER)
  expect(result).toMatchObject({ ok: false, failure: { kind: 'reconnect' } })
})

test.each(MEASURED)(
  'reports a rate limit of the network %s, and reads the metrics with the next request',
  async (platform) => {
    const { access, id } = await withPost(platform)
    await networks.simulator.fault({ platform, operation: 'metrics', fault: 'status', as: 'rate' })
    expect(await networks.client(platform).metrics([id], access, NEVER)).toMatchObject({
      ok: false,
      failure: { kind: 'rate-limited' },
    })
    expect(await metricsOf(platform, [id], access)).toEqual({ [id]: TOLD[platform] })
  },
)

test('reads the metrics of more than a hundred posts from X, whether it uses the old or the new parameter name', async () => {
  const { access, id } = await withPost('twitter')
  const others = Array.from({ length: 249 }, (_, index) => String(index + 1))
  await networks.simulator.manners({ twitterNames: 'post' })
  expect(await metricsOf('twitter', [...others, id], access)).toEqual({ [id]: COUNTED })
})

test.each(['instagram', 'threads'] as const)(
  'reads the other metrics when the network %s no longer reports one metric',
  async (platform) => {
    const { access, id } = await withPost(platform)
    const isDead = { error: { message: '(#100) The value must be a valid insights metric', code: 100 } }
    // The first fault fails the combined request. The second fails the first request for a single metric.
    await networks.simulator.fault({
      platform,
      operation: 'metrics',
      fault: 'status',
      status: 400,
      body: isDead,
      count: 2,
    })
    expect(await metricsOf(platform, [id], access)).toEqual({ [id]: { ...COUNTED, impressions: null } })
  },
)

test("reads Instagram's metrics in the response format with `total_value`", async () => {
  const { access, id } = await withPost('instagram')
  await networks.simulator.manners({ instagramInsights: 'total_value' })
  expect(await metricsOf('instagram', [id], access)).toEqual({ [id]: COUNTED })
})

test("reads a Facebook post's other metrics when the app may not read views", async () => {
  const { access, id } = await withPost('facebook')
  const [page] = await networks.signIn('facebook', { sim_decline: 'read_insights' })
  expect(page?.remoteId).toBe(access.remoteId)
  expect(await metricsOf('facebook', [id], page ? accessOf(page) : access)).toEqual({
    [id]: { ...COUNTED, impressions: null, refused: ['impressions'] },
  })
})

test.each([
  ['v2', { likes: 7, comments: 3 }],
  ['both', { likes: 7, comments: 3 }],
  ['none', { likes: null, comments: null, refused: ['likes', 'comments'] }],
])(
  "reads LinkedIn's likes and comments when the app may use these API paths: %s",
  async (linkedinCountsPath, reported) => {
    const { access, id } = await withPost('linkedin')
    await networks.simulator.manners({ linkedinCountsPath })
    expect(await metricsOf('linkedin', [id], access)).toEqual({
      [id]: { impressions: null, shares: null, ...reported },
    })
  },
)
