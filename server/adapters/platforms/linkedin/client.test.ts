import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SocialAccount } from '#core/accounts/contract.ts'
import type { Post } from '#core/posts/contract.ts'
import { PINNED_VERSIONS } from '../api-versions.ts'
import type { Connection, PlatformClient } from '../platform-client.ts'
import { OMAR_AT_LINKEDIN } from '#tests/support/accounts.ts'
import { installation } from '#tests/support/installation.ts'
import {
  accessOf,
  appsInMemory,
  NEVER,
  networkClients,
  valueOf,
  type NetworkClients,
} from '#tests/support/network-clients.ts'
import { startConsent } from '#tests/support/oauth-consent.ts'
import type { Person } from '#tests/support/person.ts'
import { pictureFile, uploadForm } from '#tests/support/pictures.ts'
import { attempts, texts, untilLastAttempt, untilStatus } from '#tests/support/publishing.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'
import { uploadVideo, videoFile } from '#tests/support/videos.ts'
import { linkedin } from './client.ts'

// A member of LinkedIn may post as pages, if the operator's app has the rights. Unlike a member's posts, a page's posts
// can be listed, so Frogy looks up a page's post whose response was lost.

const PAGE_SCOPES = ['w_organization_social', 'r_organization_social', 'rw_organization_admin']
const LAYLA = 'fR7layla2H'
const NAJD = 'urn:li:organization:71234501'
const CAFE = 'urn:li:organization:71234502'
const NAJD_ID = '71234501'
const FIVE_MINUTES_MS = 300_000

describe('connecting', () => {
  test("requests LinkedIn's page scopes only if the operator has set them, and then offers the member and their pages", async () => {
    await using frogy = await startFrogy({ LINKEDIN_SCOPES: PAGE_SCOPES.join(' ') })
    const layla = await frogy.person('linkedin')
    const scope = (await startConsent(layla, 'linkedin')).searchParams.get('scope')
    expect(scope).toBe(['openid', 'profile', 'w_member_social', ...PAGE_SCOPES].join(' '))
    const accounts = await layla.call('GET /api/social-accounts', {})
    const byName = accounts.map(({ displayName, isDefault, scopes }) => [displayName, { isDefault, scopes }] as const)
    expect(Object.fromEntries(byName)).toEqual({
      'Layla Haddad': { isDefault: true, scopes: ['openid', 'profile', 'w_member_social'] },
      'Najd Logistics': { isDefault: false, scopes: PAGE_SCOPES },
      'مقهى البركة': { isDefault: false, scopes: PAGE_SCOPES },
    })
  })

  test('connects only the LinkedIn member when the page scopes are missing', async () => {
    await using networks = await networkClients()
    expect(await networks.signIn('linkedin')).toMatchObject([
      { remoteId: LAYLA, scopes: ['openid', 'profile', 'w_member_social'] },
    ])
  })

  test.each(['organization', 'organizationalTarget'])(
    'connects the pages on which the member may post, with their names, when LinkedIn names a page in the field %s',
    async (linkedinRoleField) => {
      await using networks = await networkClients({ linkedin: PAGE_SCOPES })
      await networks.simulator.manners({ linkedinRoleField })
      const pageOf = (connection: Connection) => [connection.remoteId, connection.displayName, connection.profileUrl]
      const web = `${networks.simulator.url}/linkedin`
      // Layla has the roles analyst and advertiser on a third page, which do not allow posting.
      expect((await networks.signIn('linkedin')).map(pageOf)).toEqual([
        [LAYLA, 'Layla Haddad', null],
        [NAJD, 'Najd Logistics', `${web}/company/najd-logistics/`],
        [CAFE, 'مقهى البركة', `${web}/company/albirka-cafe/`],
      ])
      const names = (await networks.signIn('linkedin', { sim_account: OMAR_AT_LINKEDIN })).map(pageOf)
      expect(names.map(([, name]) => name)).toEqual(['عمر القحطاني', 'أفق للهندسة'])
      expect(await networks.signIn('linkedin', { sim_account: 'fR9maya4Lk' })).toHaveLength(1)
    },
  )

  test('reads the member from the older profile for an app that LinkedIn excludes from OpenID Connect', async () => {
    await using place = await installation()
    await using frogy = await place.start({
      LINKEDIN_CLIENT_ID: 'vetted-pages',
      LINKEDIN_CLIENT_SECRET: 'secret',
      LINKEDIN_BASE_URL: `${place.simulator.url}/linkedin`,
      LINKEDIN_SCOPES: ['r_basicprofile', ...PAGE_SCOPES].join(' '),
    })
    const layla = await frogy.visitor().register()
    const scope = (await startConsent(layla, 'linkedin')).searchParams.get('scope')
    expect(scope).toBe(['w_member_social', 'r_basicprofile', ...PAGE_SCOPES].join(' '))
    await layla.connect('linkedin')
    const accounts = await layla.call('GET /api/social-accounts', {})
    const names = accounts.map(({ displayName }) => displayName).toSorted()
    expect(names).toEqual(['Layla Haddad', 'Najd Logistics', 'مقهى البركة'])
  })

  test('reports a missing scope if the app may post as LinkedIn pages but may not list them', async () => {
    await using networks = await networkClients({ linkedin: ['w_organization_social'] })
    await expect(networks.signIn('linkedin')).rejects.toMatchObject({ trouble: 'right_not_enabled' })
  })
})

describe('a LinkedIn page', () => {
  let frogy: Frogy
  beforeAll(async () => {
    frogy = await startFrogy({ LINKEDIN_SCOPES: PAGE_SCOPES.join(' ') })
  })
  beforeEach(async () => {
    await frogy.simulator.reset()
    // Turn off LinkedIn's check for repeated texts, because it would hide a second post.
    await frogy.simulator.manners({ linkedinDuplicateMs: 0, processingMs: 0 })
  })
  afterAll(() => frogy[Symbol.asyncDispose]())

  async function withPage(): Promise<{ layla: Person; member: SocialAccount; page: SocialAccount }> {
    const layla = await frogy.person('linkedin')
    const accounts = await layla.call('GET /api/social-accounts', {})
    const named = (name: string) => accounts.find(({ displayName }) => displayName === name)
    const [member, page] = [named('Layla Haddad'), named('Najd Logistics')]
    if (!member || !page) throw new Error('A member and a page were expected')
    return { layla, member, page }
  }

  const schedule = (who: Person, account: SocialAccount, content: string, images: string[] = []): Promise<Post> =>
    who.call('POST /api/posts', {
      body: {
        platform: 'linkedin',
        accountId: account.id,
        content,
        status: 'scheduled',
        scheduledAt: frogy.clock.now().toISOString(),
        media: { images },
      },
    })

  async function picture(who: Person): Promise<string> {
    const file: [string, Uint8Array<ArrayBuffer>] = ['a.png', new Uint8Array(await pictureFile('png', 300, 200))]
    const { media } = await who.call('POST /api/images/upload', { form: uploadForm(file) })
    return media.images[0]?.id ?? ''
  }

  const published = async (content: string) =>
    (await frogy.simulator.posts('linkedin')).filter(({ text, deleted }) => text === content && !deleted)

  test('publishes a post with a picture as a LinkedIn page, and deletes the post at LinkedIn', async () => {
    const { layla, page } = await withPage()
    const { id } = await schedule(layla, page, 'From the page (new)', [await picture(layla)])
    const post = await layla.decided({ id })
    expect(post).toMatchObject({ status: 'published', accountId: page.id, failure: null })
    const [live] = await published('From the page (new)')
    expect(live).toMatchObject({ accountId: NAJD_ID, media: [{ contentType: 'image/png' }] })
    expect(post.permalink).toContain(`/feed/update/${live?.id}/`)
    await layla.call('DELETE /api/posts/{id}', { params: { id }, query: { network: 'true' } })
    expect(await published('From the page (new)')).toEqual([])
  })

  test('uploads and publishes a video as the LinkedIn page', async () => {
    const { layla, page } = await withPage()
    const { id } = await schedule(layla, page, 'A film from the page', [await uploadVideo(layla, videoFile())])
    expect(await layla.decided({ id })).toMatchObject({ status: 'published', accountId: page.id, failure: null })
    expect(await published('A film from the page')).toMatchObject([{ accountId: NAJD_ID, media: [{ type: 'video' }] }])
  })

  test.each(['drop_after', 'garbage'] as const)(
    "finds a page's lost post in LinkedIn's list of the page's posts after the simulated fault %s",
    async (fault) => {
      const { layla, page } = await withPage()
      await frogy.simulator.fault({ platform: 'linkedin', operation: 'publish', fault })
      const post = await layla.decided(await schedule(layla, page, `Lost by #${fault} [1] {hashtag}`))
      const [live, ...more] = await published(`Lost by #${fault} [1] {hashtag}`)
      expect(more).toEqual([])
      expect(post).toMatchObject({ status: 'published', permalink: expect.stringContaining(live?.id ?? '-') as string })
    },
  )

  test("resends a page's lost post once, after LinkedIn has had five minutes to list it", async () => {
    const { layla, page } = await withPage()
    await frogy.simulator.fault({ platform: 'linkedin', operation: 'publish', fault: 'drop_before' })
    const post = await schedule(layla, page, 'Second try')
    await untilLastAttempt(layla, post, 'unknown')
    await untilStatus(frogy, layla, post, 'published')
    expect(await texts(frogy, 'linkedin')).toEqual(['Second try'])
    const [first, second] = (await attempts(layla, post)).map(({ sentAt }) => Date.parse(sentAt ?? ''))
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(FIVE_MINUTES_MS)
  })

  test("does not resend a page's lost post that LinkedIn lists minutes late", async () => {
    const { layla, page } = await withPage()
    await frogy.simulator.manners({ linkedinListMs: 4 * 60_000 })
    await frogy.simulator.fault({ platform: 'linkedin', operation: 'publish', fault: 'drop_after' })
    const post = await schedule(layla, page, 'Listed late')
    await untilLastAttempt(layla, post, 'unknown')
    await untilStatus(frogy, layla, post, 'published')
    expect(await texts(frogy, 'linkedin')).toEqual(['Listed late'])
    expect(await attempts(layla, post)).toHaveLength(1)
  })

  test("does not mistake an earlier post with the same text, or the LinkedIn member's own post, for the page's lost post", async () => {
    const { layla, member, page } = await withPage()
    for (const account of [member, page])
      expect((await layla.decided(await schedule(layla, account, 'Every Monday'))).status).toBe('published')
    await frogy.simulator.fault({ platform: 'linkedin', operation: 'publish', fault: 'drop_before' })
    const post = await schedule(layla, page, 'Every Monday')
    await untilLastAttempt(layla, post, 'unknown')
    await untilStatus(frogy, layla, post, 'published')
    expect((await published('Every Monday')).map(({ accountId }) => accountId)).toEqual([LAYLA, NAJD_ID, NAJD_ID])
  })

  test("asks the author about a page's lost post when LinkedIn refuses the look-up", async () => {
    const { layla, page } = await withPage()
    await frogy.simulator.fault({ platform: 'linkedin', operation: 'publish', fault: 'drop_after' })
    await frogy.simulator.fault({
      platform: 'linkedin',
      operation: 'list',
      fault: 'status',
      as: 'permission',
      count: 9,
    })
    const post = await schedule(layla, page, 'May not look')
    await untilLastAttempt(layla, post, 'unknown')
    await untilStatus(frogy, layla, post, 'unconfirmed')
    expect(await texts(frogy, 'linkedin')).toEqual(['May not look'])
    await frogy.simulator.clearFaults()
    // After a reconnect, Frogy looks up a page's posts again.
    await layla.connect('linkedin')
    await layla.until(post, ({ status }) => status === 'published')
    expect(await texts(frogy, 'linkedin')).toEqual(['May not look'])
  })

  test('asks the author about a lost post of the member, because LinkedIn offers no look-up for members', async () => {
    const { layla, member } = await withPage()
    await frogy.simulator.fault({ platform: 'linkedin', operation: 'publish', fault: 'drop_after' })
    const post = await schedule(layla, member, 'My own')
    await untilLastAttempt(layla, post, 'unknown')
    await untilStatus(frogy, layla, post, 'unconfirmed')
    expect(await texts(frogy, 'linkedin')).toEqual(['My own'])
  })

  test.each([0, 1])(
    "explains why a LinkedIn page's post with %i pictures failed after the member lost the role on the page",
    async (count) => {
      const { layla, member, page } = await withPage()
      const images = count === 0 ? [] : [await picture(layla)]
      await frogy.simulator.revoke('linkedin', NAJD_ID)
      const post = await layla.decided(await schedule(layla, page, 'No longer mine', images))
      expect(post).toMatchObject({
        status: 'failed',
        failure: { code: 'page_role_lost', message: expect.stringContaining('administrator of the page') as string },
      })
      expect((await layla.decided(await schedule(layla, member, 'Still mine'))).status).toBe('published')
      expect(await texts(frogy, 'linkedin')).toEqual(['Still mine'])
      const accounts = await layla.call('GET /api/social-accounts', {})
      expect(accounts.every(({ needsReconnect }) => !needsReconnect)).toBe(true)
    },
  )

  test.each([
    ['400 by its words', 400, 'Organization permissions must be used when using organization as author'],
    ['403', 403, 'Not enough permissions to access: partnerApiPostsExternal.CREATE.20260901'],
  ])('reports a missing permission, not an invalid text, when LinkedIn answers %s', async (_as, status, message) => {
    const { layla, page } = await withPage()
    const body = { status, code: 'ACCESS_DENIED', message }
    await frogy.simulator.fault({ platform: 'linkedin', operation: 'publish', fault: 'status', status, body })
    const post = await layla.decided(await schedule(layla, page, 'Without the right'))
    expect(post).toMatchObject({ status: 'failed', failure: { code: 'permission' } })
    expect(await texts(frogy, 'linkedin')).toEqual([])
  })

  test('revokes a permission that several accounts of a LinkedIn member share only when the last one is disconnected', async () => {
    const omar = await frogy.person()
    await omar.connect('linkedin', OMAR_AT_LINKEDIN)
    const [member, page] = await omar.call('GET /api/social-accounts', {})
    if (!member?.isDefault || !page) throw new Error('A member and a page were expected')
    const disconnect = ({ id }: SocialAccount) => omar.call('DELETE /api/social-accounts/{id}', { params: { id } })
    await disconnect(member)
    expect((await omar.decided(await schedule(omar, page, 'Alone'))).status).toBe('published')
    await disconnect(page)
    // The last disconnect has revoked the permission at LinkedIn, so there is nothing left to revoke.
    expect(await frogy.simulator.revoke('linkedin', OMAR_AT_LINKEDIN)).toEqual({ revoked: 0 })
  })
})

describe('metrics of a LinkedIn page', () => {
  const count = async (networks: NetworkClients, counts: object, urn = 'share') => {
    await networks.simulator.manners({ linkedinUrn: urn })
    const [, page] = await networks.signIn('linkedin')
    if (!page) throw new Error('A page was expected')
    const access = accessOf(page)
    const id = await networks.post('linkedin', access, `Counted as ${urn}`)
    await networks.simulator.engage({ platform: 'linkedin', id, ...counts })
    return valueOf(await networks.client('linkedin').metrics([id], access, NEVER)).get(id)
  }

  test.each(['share', 'ugcPost'])('reads impressions and shares of a LinkedIn post whose URN is a %s', async (urn) => {
    await using networks = await networkClients({ linkedin: PAGE_SCOPES })
    const counts = { impressions: 120, likes: 7, comments: 3, shares: 2 }
    expect(await count(networks, counts, urn)).toEqual(counts)
  })

  test('reads zeros for a post without activity, which LinkedIn omits', async () => {
    await using networks = await networkClients({ linkedin: PAGE_SCOPES })
    expect(await count(networks, {})).toEqual({ impressions: 0, likes: 0, comments: 0, shares: 0 })
  })

  test('reads only likes and comments if the app may list LinkedIn pages but not read their statistics', async () => {
    const scopes = ['w_organization_social', 'r_organization_social', 'r_organization_admin']
    await using networks = await networkClients({ linkedin: scopes })
    const counts = { impressions: 120, likes: 7, comments: 3, shares: 2 }
    expect(await count(networks, counts)).toEqual({ impressions: null, likes: 7, comments: 3, shares: null })
  })
})

describe("list of a page's posts", () => {
  const sentAt = new Date('2026-10-01T09:00:00Z')
  const post = (id: number, minutes: number, more: object = {}) => {
    const time = sentAt.getTime() + minutes * 60_000
    return {
      id: `urn:li:share:${id}`,
      commentary: `Number ${id}`,
      createdAt: time,
      publishedAt: time,
      lastModifiedAt: time,
      ...more,
    }
  }
  const newest = (count: number) => Array.from({ length: count }, (_, at) => post(1_000 - at, 9 - at / 100))

  /**
   * Looks for the lost post "The lost one" at a server. @param list returns the posts of a page that starts at this
   * position
   */
  async function look(list: (start: number) => object[]): Promise<[object, number[]]> {
    const starts: number[] = []
    const server = http.createServer((request, response) => {
      const start = Number(new URL(request.url ?? '', 'http://x').searchParams.get('start'))
      starts.push(start)
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ paging: { start, count: 100, links: [] }, elements: list(start) }))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const client: PlatformClient = linkedin.open({
      clientId: 'vetted-app',
      clientSecret: 'secret',
      scopes: PAGE_SCOPES,
      baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      versions: PINNED_VERSIONS,
      now: () => new Date(sentAt.getTime() + 10 * 60_000),
      registeredApps: appsInMemory(),
    })
    const lost = { sentAt, known: new Set(['urn:li:share:7']) }
    try {
      const access = { remoteId: NAJD, accessToken: 'token' }
      const found = await client.find({ text: 'The lost one (#1)', images: [] }, {}, access, lost, NEVER)
      return [found, starts]
    } finally {
      server.closeAllConnections()
      server.close()
    }
  }

  const LOST = { commentary: 'The lost one \\({hashtag|\\#|1}\\)' }

  test("looks for a lost post on the next pages of LinkedIn's list when newer posts fill the first page", async () => {
    const all = [...newest(250), post(1, 0, LOST), post(2, -60)]
    const [found, starts] = await look((start) => all.slice(start, start + 100))
    expect(found).toMatchObject({ found: 'post', remoteId: 'urn:li:share:1' })
    expect(starts).toEqual([0, 90, 180])
  })

  test('ends a look-up at LinkedIn at posts that are older than the lost request', async () => {
    const all = [...newest(20), post(2, -60), post(3, -70, LOST)]
    const [found, starts] = await look((start) => all.slice(start, start + 100))
    expect(found).toEqual({ found: 'nothing', provenAt: new Date(sentAt.getTime() + FIVE_MINUTES_MS) })
    expect(starts).toEqual([0])
  })

  test('does not treat a lost LinkedIn post as absent if many posts disappear while the list is read', async () => {
    const all = [...newest(150).toSpliced(105, 0, post(1, 0, LOST)), post(2, -60)]
    for (const deleted of [20, 200]) {
      const [found] = await look((start) => (start === 0 ? all.slice(0, 100) : all.slice(start + deleted)))
      expect(found).toEqual({ found: 'no-answer' })
    }
  })

  test('looks for a lost LinkedIn post only among posts unknown to Frogy, and treats one without a time as recent', async () => {
    const [known] = await look((start) => (start === 0 ? [post(7, 0, LOST)] : []))
    expect(known).toMatchObject({ found: 'nothing' })
    const undated = { createdAt: undefined, publishedAt: undefined, lastModifiedAt: undefined }
    const [found] = await look(() => [post(8, 0, { ...LOST, ...undated })])
    expect(found).toMatchObject({ found: 'post', remoteId: 'urn:li:share:8' })
  })

  test('ignores drafts, and posts that LinkedIn could not publish, when it looks for a lost post', async () => {
    const [found] = await look((start) =>
      start === 0
        ? ['DRAFT', 'PUBLISH_FAILED'].map((lifecycleState, at) => post(at, 0, { ...LOST, lifecycleState }))
        : [],
    )
    expect(found).toMatchObject({ found: 'nothing' })
  })

  test('does not treat a lost LinkedIn post as absent if the response contains no list', async () => {
    const [found] = await look(() => ({ message: 'odd' }) as never)
    expect(found).toEqual({ found: 'no-answer' })
  })
})
