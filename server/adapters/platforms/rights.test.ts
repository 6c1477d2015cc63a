import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PLATFORMS, type Platform } from '#core/platforms/platform.ts'
import { accessOf, NEVER, networkClients, valueOf, type NetworkClients } from '#tests/support/network-clients.ts'
import { startFrogy } from '#tests/support/start-frogy.ts'
import { startConsent } from '#tests/support/oauth-consent.ts'

// A network is asked for what posting needs, and for what the installation's settings add. Each right more is one that an
// app may not have, and then the whole connection is refused.

const NEEDED: Record<Platform, string[]> = {
  linkedin: ['openid', 'profile', 'w_member_social'],
  twitter: ['tweet.read', 'users.read', 'tweet.write', 'media.write', 'offline.access'],
  facebook: ['pages_show_list', 'pages_manage_posts', 'pages_read_engagement'],
  instagram: ['instagram_business_basic', 'instagram_business_content_publish'],
  threads: ['threads_basic', 'threads_content_publish'],
}
const FURTHER = {
  FACEBOOK_SCOPES: 'read_insights, business_management',
  INSTAGRAM_SCOPES: 'instagram_business_manage_insights',
  THREADS_SCOPES: 'threads_manage_insights threads_delete threads_basic',
  LINKEDIN_SCOPES: 'email',
  TWITTER_SCOPES: 'users.email',
}

const CAFE = '108230947561182'
const NAJD = '104857639217745'
const BOOKS = { person: '122098213377450191', page: '101993374820561' }

describe('the consent page is asked for', () => {
  test('what posting needs, and nothing else', async () => {
    await using frogy = await startFrogy()
    const layla = await frogy.person()
    for (const platform of PLATFORMS) {
      const scope = (await startConsent(layla, platform)).searchParams.get('scope') ?? ''
      expect(scope.split(/[ ,]/)).toEqual(NEEDED[platform])
    }
  })

  test('what the settings add, each right once', async () => {
    await using frogy = await startFrogy(FURTHER)
    const layla = await frogy.person()
    const scopes = async (platform: Platform) => (await startConsent(layla, platform)).searchParams.get('scope')
    expect(await scopes('facebook')).toBe([...NEEDED.facebook, 'read_insights', 'business_management'].join(','))
    expect(await scopes('instagram')).toBe([...NEEDED.instagram, 'instagram_business_manage_insights'].join(','))
    expect(await scopes('threads')).toBe([...NEEDED.threads, 'threads_manage_insights', 'threads_delete'].join(','))
    expect(await scopes('linkedin')).toBe([...NEEDED.linkedin, 'email'].join(' '))
    expect(await scopes('twitter')).toBe([...NEEDED.twitter, 'users.email'].join(' '))
  })
})

describe('without a right that is for more than posting', () => {
  let networks: NetworkClients
  beforeAll(async () => {
    networks = await networkClients()
  })
  beforeEach(async () => {
    await networks.simulator.reset()
    await networks.simulator.manners({ processingMs: 0 })
  })
  afterAll(() => networks[Symbol.asyncDispose]())

  test.each([
    ['linkedin', { likes: 7, comments: 3 }],
    ['twitter', { impressions: 120, likes: 7, comments: 3, shares: 2 }],
    ['facebook', { likes: 7, comments: 3, shares: 2, refused: ['impressions'] }],
    ['instagram', { likes: 7, comments: 3, refused: ['impressions', 'shares'] }],
    ['threads', { refused: ['impressions', 'likes', 'comments', 'shares'] }],
  ] as const)('%s posts, tells what it tells without, and what it refuses is told as that', async (platform, told) => {
    const [connection] = await networks.signIn(platform)
    if (!connection) throw new Error('Nobody was connected')
    const access = accessOf(connection)
    const id = await networks.post(platform, access, 'Posted all the same')
    await networks.simulator.engage({ platform, id, impressions: 120, likes: 7, comments: 3, shares: 2 })
    const metrics = valueOf(await networks.client(platform).metrics([id], access, NEVER))
    const unknown = { impressions: null, likes: null, comments: null, shares: null }
    expect(Object.fromEntries(metrics)).toEqual({ [id]: { ...unknown, ...told } })
  })

  test('a post is not taken from Threads, and that is told as a right that is missing', async () => {
    const [connection] = await networks.signIn('threads')
    if (!connection) throw new Error('Nobody was connected')
    expect(connection.scopes).toEqual(NEEDED.threads)
    const access = accessOf(connection)
    const id = await networks.post('threads', access, 'Stays')
    expect(await networks.client('threads').remove(id, access, NEVER)).toMatchObject({
      ok: false,
      failure: { kind: 'refused', reason: 'permission' },
    })
  })
})

describe('Pages of a Business Portfolio, which Facebook does not list,', () => {
  const connected = async (networks: NetworkClients, asked: Record<string, string> = {}) =>
    (await networks.signIn('facebook', asked)).map(({ remoteId }) => remoteId).toSorted()

  test('are connected with the right to see businesses, where the person let in all that they have', async () => {
    await using networks = await networkClients({ facebook: ['business_management'] })
    await networks.simulator.manners({ facebookBusinessPages: 'hidden' })
    expect(await connected(networks)).toEqual([NAJD, CAFE])
    // A client's Page that somebody manages, and that is all that they have.
    expect(await connected(networks, { sim_account: BOOKS.person })).toEqual([BOOKS.page])
    const [page] = await networks.signIn('facebook', { sim_account: BOOKS.person })
    if (!page) throw new Error('A Page was expected')
    expect(await networks.post('facebook', accessOf(page), 'From a client’s Page')).toMatch(`${BOOKS.page}_`)
  })

  test('are connected without that right, where the person chose them one by one', async () => {
    await using networks = await networkClients()
    await networks.simulator.manners({ facebookBusinessPages: 'hidden' })
    expect(await connected(networks, { sim_pages: CAFE })).toEqual([CAFE])
    await networks.simulator.manners({ facebookTargetIds: 'listed' })
    expect(await connected(networks)).toEqual([NAJD, CAFE])
  })

  test('are not known without that right, where the person let in all: the others are connected', async () => {
    await using networks = await networkClients()
    await networks.simulator.manners({ facebookBusinessPages: 'hidden' })
    expect(await connected(networks)).toEqual([NAJD])
    await expect(connected(networks, { sim_account: BOOKS.person })).rejects.toMatchObject({ trouble: 'no_page' })
  })

  test('do not hold the others up where the person keeps the right to see businesses back', async () => {
    await using networks = await networkClients({ facebook: ['business_management', 'read_insights'] })
    await networks.simulator.manners({ facebookBusinessPages: 'hidden' })
    const kept = 'business_management,read_insights'
    expect(await connected(networks, { sim_decline: kept })).toEqual([NAJD])
  })
})
