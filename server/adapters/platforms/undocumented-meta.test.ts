import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accessOf, NEVER, SENDING, networkClients, valueOf } from '#tests/support/network-clients.ts'
import { createPublisher } from '#tests/support/publish-and-wait.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'
import { readPages, readRights } from './facebook/pages.ts'
import type { Prepared } from './platform-client.ts'

// Meta's documentation is ambiguous in places. These tests try both interpretations: each post must be published once,
// or refused with a message.

let frogy: Frogy
beforeAll(async () => {
  frogy = await startFrogy()
})
beforeEach(() => frogy.simulator.reset())
afterAll(() => frogy[Symbol.asyncDispose]())

const { post, publish, untilDecided, arrived } = createPublisher(() => frogy)

const META = ['facebook', 'instagram', 'threads'] as const
const PAGES = { listed: '104857639217745', ofBusiness: '108230947561182' }

describe("Meta's error codes and statuses", () => {
  beforeEach(() => frogy.simulator.manners({ metaStatuses: 'varied', processingMs: 0 }))

  test.each(META)(
    'does not post again on the network %s after a 500 that followed the creation of the post',
    async (platform) => {
      const layla = await frogy.person(platform)
      for (const round of [1, 2, 3]) {
        const as = 'server'
        await frogy.simulator.fault({ platform, operation: 'publish', fault: 'status', as, afterWork: true })
        const posted = await untilDecided(layla, await post(layla, platform, `Made ${round}`))
        expect(posted.status).toBe('published')
        expect(await arrived(platform, `Made ${round}`)).toHaveLength(1)
      }
    },
  )

  test.each(META)(
    'waits until the rate limit of the network %s ends, whatever status code reports it',
    async (platform) => {
      const layla = await frogy.person(platform)
      for (const round of [1, 2, 3]) {
        await frogy.simulator.fault({ platform, operation: 'publish', fault: 'status', as: 'rate', retryAfter: 120 })
        const posted = await post(layla, platform, `Patient ${round}`)
        expect(posted.failure?.code).toBe('rate_limited')
        expect((await untilDecided(layla, posted)).status).toBe('published')
        expect(await arrived(platform, `Patient ${round}`)).toHaveLength(1)
      }
    },
  )

  test.each(META)('distinguishes a missing permission on the network %s from revoked access', async (platform) => {
    const layla = await frogy.person(platform)
    for (const [as, code] of [
      ['permission', 'permission'],
      ['token', 'reconnect'],
    ] as const) {
      await frogy.simulator.fault({ platform, operation: 'publish', fault: 'status', as })
      expect((await post(layla, platform, `Without ${as}`)).failure?.code).toBe(code)
    }
  })
})

describe('Facebook', () => {
  test('creates Facebook posts in one step if hidden posts cannot be made public, and finds them after a lost response', async () => {
    await using other = await startFrogy()
    await other.simulator.manners({ facebookTwoSteps: 'no' })
    const layla = await other.person('facebook')
    const publisher = createPublisher(() => other)
    const go = async (content: string, count: number) =>
      await publisher.untilDecided(layla, await publisher.post(layla, 'facebook', content, { pictures: count }))
    for (const [content, count] of [
      ['Words', 0],
      ['One picture', 1],
      ['Four pictures', 4],
    ] as const) {
      expect((await go(content, count)).status).toBe('published')
      const [made, ...more] = await publisher.arrived('facebook', content)
      expect({ media: made?.media.length, more }).toEqual({ media: count, more: [] })
    }
    await other.simulator.fault({ platform: 'facebook', operation: 'publish', fault: 'drop_after' })
    expect((await go('Lost', 0)).status).toBe('published')
    expect(await publisher.arrived('facebook', 'Lost')).toHaveLength(1)
  })

  test("connects a business's Facebook Pages that are not listed if the user selected them", async () => {
    await frogy.simulator.manners({ facebookBusinessPages: 'hidden', facebookTargetIds: 'listed' })
    const layla = await frogy.person('facebook')
    const pages = await layla.call('GET /api/social-accounts', {})
    expect(pages.map(({ displayName }) => displayName).toSorted()).toEqual(['Najd Logistics', 'مقهى البركة'])
    for (const { id } of pages) {
      const { status } = await layla.call('POST /api/posts', {
        body: { platform: 'facebook', content: `From ${id}`, status: 'published', accountId: id },
      })
      expect(status).toBe('published')
    }
  })

  test('connects only the Facebook Pages that the user granted', async () => {
    await using networks = await networkClients({ facebook: ['read_insights'] })
    const idsOf = async (asked: Record<string, string>) =>
      (await networks.signIn('facebook', asked)).map(({ remoteId }) => remoteId).toSorted()
    expect(await idsOf({})).toEqual(Object.values(PAGES))
    expect(await idsOf({ sim_pages: PAGES.ofBusiness })).toEqual([PAGES.ofBusiness])
    await expect(idsOf({ sim_decline: 'pages_manage_posts' })).rejects.toMatchObject({ trouble: 'right_declined' })
    const [page] = await networks.signIn('facebook', { sim_decline: 'read_insights' })
    expect(page?.scopes).not.toContain('read_insights')
  })

  test('does not connect a Facebook Page on which the user has a read-only role', () => {
    const page = (id: string, tasks: string[]) => ({ id, name: id, access_token: 'EAAB', tasks })
    const next = 'https://graph.facebook.com/v26.0/1/accounts?after=2'
    const json = { data: [page('1', ['ANALYZE']), page('2', ['CREATE_CONTENT']), { id: '3' }], paging: { next } }
    const read = readPages({ status: 200, headers: new Headers(), json })
    expect(read?.next).toBe(next)
    expect(read?.pages.map(({ id, isOpen }) => [id, isOpen])).toEqual([
      ['1', false],
      ['2', true],
    ])
    const forAll = { data: { scopes: ['pages_manage_posts'], granular_scopes: [{ scope: 'pages_manage_posts' }] } }
    expect(readRights({ status: 200, headers: new Headers(), json: forAll })?.pageIds).toBeUndefined()
  })

  test('reports a repeated text that Facebook refuses as a duplicate', async () => {
    await frogy.simulator.manners({ facebookDuplicateMs: 60_000 })
    const layla = await frogy.person('facebook')
    expect(await publish(layla, 'facebook', 'Again')).toMatchObject({ status: 'published', failure: null })
    expect((await post(layla, 'facebook', 'Again')).failure?.code).toBe('duplicate')
  })
})

describe('Instagram', () => {
  test.each([
    ['yes', 'text'],
    ['yes', 'number'],
    ['no', 'text'],
    ['no', 'number'],
  ])(
    "reads Instagram's objects (wrapped in a list: %s) with the account id as %s",
    async (instagramWraps, instagramUserId) => {
      await frogy.simulator.manners({ instagramWraps, instagramUserId, instagramInsights: 'total_value' })
      const layla = await frogy.person('instagram')
      expect(await publish(layla, 'instagram', 'Arrived')).toMatchObject({ status: 'published', failure: null })
      expect(await arrived('instagram', 'Arrived')).toMatchObject([{ accountId: '17841405309211847' }])
      const [account] = await layla.call('GET /api/social-accounts', {})
      expect(account?.scopes).toContain('instagram_business_content_publish')
    },
  )

  test('reports a sixth hashtag that Instagram refuses, and finds the post when Instagram drops the hashtag', async () => {
    await using networks = await networkClients()
    await networks.simulator.manners({ processingMs: 0 })
    const [connection] = await networks.signIn('instagram')
    if (!connection) throw new Error('Nobody was connected')
    const access = accessOf(connection)
    const client = networks.client('instagram')
    const post = { text: 'Dawn #1\n#two #three #four #five #six', images: [networks.picture()] }
    const refused = await client.prepare?.(post, access, inMemory(), NEVER)
    expect(refused).toMatchObject({ ok: false, failure: { kind: 'refused', reason: 'text' } })

    await networks.simulator.manners({ instagramHashtags: 'dropped' })
    const { done, save } = inMemory()
    valueOf((await client.prepare?.(post, access, { done, save }, NEVER)) ?? UNPREPARED)
    const sentAt = new Date()
    const { remoteId } = valueOf(await client.publish(post, done, access, SENDING))
    expect(await networks.simulator.posts('instagram')).toMatchObject([{ text: 'Dawn #1\n#two #three #four #five ' }])
    const found = await client.find(post, done, access, { sentAt, known: new Set() }, NEVER)
    expect(found).toMatchObject({ found: 'post', remoteId })
  })

  test('waits for an uploaded post that Instagram does not know yet', async () => {
    await frogy.simulator.manners({ instagramHiddenMs: 60_000 })
    const layla = await frogy.person('instagram')
    const posted = await untilDecided(layla, await post(layla, 'instagram', 'Hidden at first', { pictures: 1 }))
    expect(posted.status).toBe('published')
    expect(await arrived('instagram', 'Hidden at first')).toHaveLength(1)
  })
})

describe('Threads', () => {
  test.each(['number', 'text'])('reads the account id of Threads as %s', async (threadsUserId) => {
    await frogy.simulator.manners({ threadsUserId })
    const layla = await frogy.person('threads')
    expect(await publish(layla, 'threads', 'Arrived')).toMatchObject({ status: 'published', failure: null })
    expect(await arrived('threads', 'Arrived')).toMatchObject([{ accountId: '17841405793187219' }])
  })

  test.each(['4', '10'])('recognizes the daily limit of Threads by the error code %s', async (threadsQuotaCode) => {
    await frogy.simulator.manners({ threadsQuotaCode })
    const layla = await frogy.person('threads')
    await frogy.simulator.limit('threads', 'posts', 1)
    expect(await publish(layla, 'threads', 'The last for today')).toMatchObject({ status: 'published', failure: null })
    const waiting = await post(layla, 'threads', 'One too many')
    expect(waiting.failure?.code).toBe('daily_limit')
    // Let Frogy's daily pauses end, and wait for the post's outcome, because it would use the next test's quota.
    frogy.clock.advance(25 * 3_600_000)
    await untilDecided(layla, waiting)
  })

  test.each(['refused', 'container'])(
    "reports a picture that Threads cannot download, in each form of Threads' error: %s",
    async (threadsBadMedia) => {
      await using networks = await networkClients()
      await networks.simulator.manners({ threadsBadMedia, processingMs: 0 })
      const [connection] = await networks.signIn('threads')
      if (!connection) throw new Error('Nobody was connected')
      for (const count of [1, 2]) {
        const images = Array.from({ length: count }, () => ({ ...networks.picture(), url: 'http://127.0.0.1:9/a.jpg' }))
        const preparation = inMemory()
        const post = { text: 'With pictures', images }
        const made = await networks.client('threads').prepare?.(post, accessOf(connection), preparation, NEVER)
        expect(made).toMatchObject({ ok: false, failure: { kind: 'not-sent', because: 'media_unreachable' } })
      }
    },
  )
})

test.each(['instagram', 'threads'] as const)(
  'prepares a post for the network %s again when its preparation is too old',
  async (platform) => {
    await using networks = await networkClients()
    const [connection] = await networks.signIn(platform)
    if (!connection) throw new Error('Nobody was connected')
    const access = accessOf(connection)
    const client = networks.client(platform)
    const written = { text: 'A day later', images: [networks.picture(), networks.picture()] }
    const { done, save } = inMemory()
    const prepare = async () => valueOf((await client.prepare?.(written, access, { done, save }, NEVER)) ?? UNPREPARED)
    await prepare()
    const first = { ...done }
    await prepare()
    expect(done).toEqual(first)
    await networks.simulator.passes(25 * 3_600_000)
    await prepare()
    for (const [name, id] of Object.entries(done)) expect(id).not.toBe(first[name])
    valueOf(await client.publish(written, done, access, SENDING))
    expect(await networks.simulator.posts(platform)).toMatchObject([{ text: 'A day later', media: [{}, {}] }])
  },
)

/** Keeps in memory what the networks have prepared for a post. A worker stores this in its database. */
function inMemory(): { done: Prepared; save: (made: Prepared) => Promise<void> } {
  const done: Prepared = {}
  return { done, save: async (made) => void Object.assign(done, made) }
}

const UNPREPARED = { ok: false, failure: { kind: 'not-sent', detail: null } } as const
