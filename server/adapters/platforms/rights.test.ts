import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Platform } from '#core/platforms/platform.ts'
import { accessOf, NEVER, networkClients, valueOf, type NetworkClients } from '#tests/support/network-clients.ts'
import { startFrogy } from '#tests/support/start-frogy.ts'
import { CONSENT_PLATFORMS, startConsent } from '#tests/support/oauth-consent.ts'

// The scopes that posting and the installation's settings need. A request for a scope that the app lacks fails the
// whole connection.

const NEEDED = {
  linkedin: ['openid', 'profile', 'w_member_social'],
  twitter: ['tweet.read', 'users.read', 'tweet.write', 'media.write', 'offline.access'],
  facebook: ['pages_show_list', 'pages_manage_posts', 'pages_read_engagement'],
  instagram: ['instagram_business_basic', 'instagram_business_content_publish'],
  threads: ['threads_basic', 'threads_content_publish'],
} satisfies Partial<Record<Platform, string[]>>
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

describe('scopes on the consent page', () => {
  test('requests only the OAuth scopes that posting needs if the installation has no further settings', async () => {
    await using frogy = await startFrogy()
    const layla = await frogy.person()
    for (const platform of CONSENT_PLATFORMS) {
      const scope = (await startConsent(layla, platform)).searchParams.get('scope') ?? ''
      expect(scope.split(/[ ,]/)).toEqual(NEEDED[platform as keyof typeof NEEDED])
    }
  })

  test("requests additional OAuth scopes for the installation's settings, each scope once", async () => {
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

describe('missing optional rights', () => {
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
  ] as const)(
    'publishes on the network %s without permission for insights, and reports which counts are refused',
    async (platform, reported) => {
      const [connection] = await networks.signIn(platform)
      if (!connection) throw new Error('Nobody was connected')
      const access = accessOf(connection)
      const id = await networks.post(platform, access, 'Posted all the same')
      await networks.simulator.engage({ platform, id, impressions: 120, likes: 7, comments: 3, shares: 2 })
      const metrics = valueOf(await networks.client(platform).metrics([id], access, NEVER))
      const unknown = { impressions: null, likes: null, comments: null, shares: null }
      expect(Object.fromEntries(metrics)).toEqual({ [id]: { ...unknown, ...reported } })
    },
  )

  test('reports a missing permission when a post cannot be deleted from Threads', async () => {
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

describe('unlisted Pages of a Business Portfolio', () => {
  const connected = async (networks: NetworkClients, asked: Record<string, string> = {}) =>
    (await networks.signIn('facebook', asked)).map(({ remoteId }) => remoteId).toSorted()

  test('connects all Pages of businesses if the user granted all Pages and access to businesses', async () => {
    await using networks = await networkClients({ facebook: ['business_management'] })
    await networks.simulator.manners({ facebookBusinessPages: 'hidden' })
    expect(await connected(networks)).toEqual([NAJD, CAFE])
    // This user manages one Page for a client, and has no Page of their own.
    expect(await connected(networks, { sim_account: BOOKS.person })).toEqual([BOOKS.page])
    const [page] = await networks.signIn('facebook', { sim_account: BOOKS.person })
    if (!page) throw new Error('A Page was expected')
    expect(await networks.post('facebook', accessOf(page), 'From a client’s Page')).toMatch(`${BOOKS.page}_`)
  })

  test('connects the Pages that the user selected, even without access to businesses', async () => {
    await using networks = await networkClients()
    await networks.simulator.manners({ facebookBusinessPages: 'hidden' })
    expect(await connected(networks, { sim_pages: CAFE })).toEqual([CAFE])
    await networks.simulator.manners({ facebookTargetIds: 'listed' })
    expect(await connected(networks)).toEqual([NAJD, CAFE])
  })

  test('connects only listed Pages, not those of businesses, if the app has no access to businesses', async () => {
    await using networks = await networkClients()
    await networks.simulator.manners({ facebookBusinessPages: 'hidden' })
    expect(await connected(networks)).toEqual([NAJD])
    await expect(connected(networks, { sim_account: BOOKS.person })).rejects.toMatchObject({ trouble: 'no_page' })
  })

  test('connects only Pages that belong to no business when the user declines access to businesses', async () => {
    await using networks = await networkClients({ facebook: ['business_management', 'read_insights'] })
    await networks.simulator.manners({ facebookBusinessPages: 'hidden' })
    const kept = 'business_management,read_insights'
    expect(await connected(networks, { sim_decline: kept })).toEqual([NAJD])
  })
})
