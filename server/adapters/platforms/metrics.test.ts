import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { PLATFORMS, type Platform } from '#core/platforms/platform.ts'
import { accessOf, NEVER, networkClients, valueOf, type NetworkClients } from '#tests/support/network-clients.ts'
import type { Access } from './platform-client.ts'

/** What an app must be let do to be told of views. */
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
/** What each network tells about a post that fared like that. A LinkedIn member is told of likes and comments at best. */
const TOLD = {
  linkedin: { ...COUNTED, impressions: null, shares: null },
  twitter: COUNTED,
  facebook: COUNTED,
  instagram: COUNTED,
  threads: COUNTED,
} satisfies Record<Platform, object>

async function signedIn(platform: Platform): Promise<Access> {
  const [connection] = await networks.signIn(platform)
  if (!connection) throw new Error('Nobody was connected')
  return accessOf(connection)
}

/** Somebody with one post that people saw, and its id. */
async function withPost(platform: Platform): Promise<{ access: Access; id: string }> {
  await networks.simulator.manners({ processingMs: 0 })
  const access = await signedIn(platform)
  const id = await networks.post(platform, access, 'Seen by some')
  await networks.simulator.engage({ platform, id, ...COUNTED })
  return { access, id }
}

const metricsOf = async (platform: Platform, ids: string[], access: Access) =>
  Object.fromEntries(valueOf(await networks.client(platform).metrics(ids, access, NEVER)))

test.each(PLATFORMS)(
  '%s tells how often a post was seen, liked, commented on and shared, as far as it does',
  async (platform) => {
    const { access, id } = await withPost(platform)
    expect(await metricsOf(platform, [id], access)).toEqual({ [id]: TOLD[platform] })
  },
)

test.each(PLATFORMS)(
  'a post that nobody saw at %s has noughts, which are not the same as unknown',
  async (platform) => {
    await networks.simulator.manners({ processingMs: 0 })
    const access = await signedIn(platform)
    const id = await networks.post(platform, access, 'Seen by nobody')
    const noughts = Object.fromEntries(
      Object.entries(TOLD[platform]).map(([name, value]) => [name, value === null ? null : 0]),
    )
    expect(await metricsOf(platform, [id], access)).toEqual({ [id]: noughts })
  },
)

test.each(PLATFORMS)('a post that is gone from %s is left out, and those beside it are told of', async (platform) => {
  const { access, id } = await withPost(platform)
  const gone = { linkedin: 'urn:li:share:1', facebook: `${access.remoteId}_1` }[platform as string] ?? '1'
  expect(await metricsOf(platform, [gone, id], access)).toEqual({ [id]: TOLD[platform] })
  expect(await metricsOf(platform, [gone], access)).toEqual({})
  expect(await metricsOf(platform, [], access)).toEqual({})
})

test.each(PLATFORMS)('a permission that %s took back is told as that', async (platform) => {
  const { access, id } = await withPost(platform)
  const told = await networks.client(platform).metrics([id], { ...access, accessToken: 'dead' }, NEVER)
  expect(told).toMatchObject({ ok: false, failure: { kind: 'reconnect' } })
})

test.each(PLATFORMS)('what %s does not answer now is asked for another time', async (platform) => {
  const { access, id } = await withPost(platform)
  await networks.simulator.fault({ platform, operation: 'metrics', fault: 'status', as: 'rate' })
  expect(await networks.client(platform).metrics([id], access, NEVER)).toMatchObject({
    ok: false,
    failure: { kind: 'rate-limited' },
  })
  expect(await metricsOf(platform, [id], access)).toEqual({ [id]: TOLD[platform] })
})

test('X is asked about a hundred posts at a time, by whichever names it gives them', async () => {
  const { access, id } = await withPost('twitter')
  const others = Array.from({ length: 249 }, (_, index) => String(index + 1))
  await networks.simulator.manners({ twitterNames: 'post' })
  expect(await metricsOf('twitter', [...others, id], access)).toEqual({ [id]: COUNTED })
})

test.each(['instagram', 'threads'] as const)(
  'one number that %s no longer gives does not take the others along',
  async (platform) => {
    const { access, id } = await withPost(platform)
    const isDead = { error: { message: '(#100) The value must be a valid insights metric', code: 100 } }
    // The first is for all together, the next for the first of them alone.
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

test('Instagram’s numbers are read in either shape', async () => {
  const { access, id } = await withPost('instagram')
  await networks.simulator.manners({ instagramInsights: 'total_value' })
  expect(await metricsOf('instagram', [id], access)).toEqual({ [id]: COUNTED })
})

test('a Facebook Page that is told no views is told the rest', async () => {
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
])('LinkedIn’s counts are read where its documents leave them: %s', async (linkedinCountsPath, told) => {
  const { access, id } = await withPost('linkedin')
  await networks.simulator.manners({ linkedinCountsPath })
  expect(await metricsOf('linkedin', [id], access)).toEqual({ [id]: { impressions: null, shares: null, ...told } })
})
