import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PLATFORMS, type Platform } from '#core/platforms/platform.ts'
import type { Post } from '#core/posts/contract.ts'
import { installation } from '#tests/support/installation.ts'
import { accessOf, NEVER, SENDING, networkClients, valueOf } from '#tests/support/network-clients.ts'
import type { Person } from '#tests/support/person.ts'
import { pictureFile, uploadForm } from '#tests/support/pictures.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'
import { readPages, readRights } from './facebook-pages.ts'
import type { Prepared } from './platform-client.ts'

// What the networks' documents leave open, both ways: whichever is true, posts go out once or are refused in words.

let frogy: Frogy
beforeAll(async () => {
  frogy = await startFrogy()
})
beforeEach(() => frogy.simulator.reset())
afterAll(() => frogy[Symbol.asyncDispose]())

const META = ['facebook', 'instagram', 'threads'] as const
const PAGES = { listed: '104857639217745', ofBusiness: '108230947561182' }

/** What Frogy has learnt of the networks' limits is over. */
const anotherDay = () => frogy.clock.advance(25 * 3_600_000)

/** Ids of so many new pictures. */
async function pictures(who: Person, count: number): Promise<string[]> {
  if (count === 0) return []
  const files = Array.from({ length: count }, async (_, index): Promise<[string, Uint8Array<ArrayBuffer>]> => [
    'a.png',
    new Uint8Array(await pictureFile('png', 300 + index, 300)),
  ])
  const { media } = await who.call('POST /api/images/upload', { form: uploadForm(...(await Promise.all(files))) })
  return media.images.map(({ id }) => id)
}

interface Written {
  at?: Frogy
  pictures?: number
}

/** Posts at once, with a picture where the network wants one, and gives the post as the answer tells it. */
async function post(who: Person, platform: Platform, content: string, given: Written = {}): Promise<Post> {
  const images = await pictures(who, given.pictures ?? (platform === 'instagram' ? 1 : 0))
  const { clock } = given.at ?? frogy
  const { id } = await who.call('POST /api/posts', {
    body: { platform, content, status: 'scheduled', scheduledAt: clock.now().toISOString(), media: { images } },
  })
  return await who.until({ id }, ({ status, failure }) => DECIDED.has(status) || failure !== null)
}

const DECIDED = new Set(['published', 'failed', 'unconfirmed'])

/** The post once it is decided, however long the network asks to wait. */
async function inTheEnd(who: Person, posted: Post, at = frogy): Promise<Post> {
  let now = posted
  for (let waits = 0; waits < 4 && !DECIDED.has(now.status); waits++) {
    const before = await endedAttempts(who, posted)
    at.clock.advance(16 * 60_000)
    now = await who.until(posted, async ({ status }) => {
      return DECIDED.has(status) || (status === 'scheduled' && (await endedAttempts(who, posted)) > before)
    })
  }
  return now
}

/** One that is only made ready would be overtaken by the clock. */
const endedAttempts = async (who: Person, { id }: Post) =>
  (await who.call('GET /api/posts/{id}/attempts', { params: { id } })).filter(({ finishedAt }) => finishedAt).length

const arrived = async (platform: Platform, text: string, at = frogy) =>
  (await at.simulator.posts(platform)).filter((one) => one.text === text)

describe('Meta’s statuses vary, and only its numbers count', () => {
  beforeEach(() => frogy.simulator.manners({ metaStatuses: 'varied', processingMs: 0 }))

  test.each(META)('%s: a 500 that is none, after the post was made, is no reason to post again', async (platform) => {
    const layla = await frogy.person(platform)
    for (const round of [1, 2, 3]) {
      const as = 'server'
      await frogy.simulator.fault({ platform, operation: 'publish', fault: 'status', as, afterWork: true })
      const posted = await inTheEnd(layla, await post(layla, platform, `Made ${round}`))
      expect(posted.status).toBe('published')
      expect(await arrived(platform, `Made ${round}`)).toHaveLength(1)
    }
  })

  test.each(META)('%s: a closed window is waited for, whatever status it comes with', async (platform) => {
    const layla = await frogy.person(platform)
    for (const round of [1, 2, 3]) {
      await frogy.simulator.fault({ platform, operation: 'publish', fault: 'status', as: 'rate', retryAfter: 120 })
      const posted = await post(layla, platform, `Patient ${round}`)
      expect(posted.failure?.code).toBe('rate_limited')
      expect((await inTheEnd(layla, posted)).status).toBe('published')
      expect(await arrived(platform, `Patient ${round}`)).toHaveLength(1)
    }
  })

  test.each(META)('%s: a permission that is missing and one that is gone are told apart', async (platform) => {
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

describe('LinkedIn', () => {
  test('a new permission that is called revoked at first is good', async () => {
    await frogy.simulator.manners({ linkedinFreshRefusals: 1 })
    const layla = await frogy.person('linkedin')
    await frogy.simulator.fault({ platform: 'linkedin', operation: 'publish', fault: 'status', as: 'token' })
    expect((await post(layla, 'linkedin', 'Fresh')).status).toBe('published')
  })

  test('where it has approved the app, a permission renews itself', async () => {
    await using place = await installation()
    await using approved = await place.start({
      LINKEDIN_CLIENT_ID: 'vetted-app',
      LINKEDIN_CLIENT_SECRET: 'secret',
      LINKEDIN_BASE_URL: `${place.simulator.url}/linkedin`,
    })
    const layla = await approved.visitor().register()
    await layla.connect('linkedin')
    expect(await layla.call('GET /api/social-accounts', {})).toMatchObject([{ renewsItself: true, expiresAt: null }])
    for (let month = 1; month <= 5; month++) {
      place.clock.advance(25 * 86_400_000)
      const { id } = await layla.call('POST /api/posts', {
        body: { platform: 'linkedin', content: `Month ${month}`, status: 'published' },
      })
      expect((await layla.decided({ id })).status).toBe('published')
    }
  })

  test('numbers, scopes and languages come in two shapes', async () => {
    await frogy.simulator.manners({ linkedinUrn: 'ugcPost', linkedinScopes: 'spaces', linkedinLocale: 'text' })
    const layla = await frogy.person('linkedin')
    const [account] = await layla.call('GET /api/social-accounts', {})
    expect(account).toMatchObject({ displayName: 'Layla Haddad', scopes: ['openid', 'profile', 'w_member_social'] })
    const { permalink } = await post(layla, 'linkedin', 'Under another name', { pictures: 1 })
    expect(permalink).toContain('urn:li:ugcPost:')
  })

  test.each(['inputErrors', 'code'])(
    'a text that is too long once it is escaped is refused in words, told by its %s',
    async (linkedinTooLong) => {
      await frogy.simulator.manners({ linkedinCounts: 'written', linkedinTooLong })
      const layla = await frogy.person('linkedin')
      expect((await post(layla, 'linkedin', '(a)'.repeat(900))).failure).toMatchObject({
        code: 'text',
        detail: expect.stringContaining('longer than 3000') as string,
      })
    },
  )

  test('too long an alternative text is a matter of the picture', async () => {
    const layla = await frogy.person('linkedin')
    const input = { inputPath: { fieldPath: 'content/media/altText' } }
    const inputErrors = [{ code: 'FIELD_LENGTH_TOO_LONG', description: 'Too long', input }]
    const body = { status: 400, errorDetails: { inputErrors } }
    await frogy.simulator.fault({ platform: 'linkedin', operation: 'publish', fault: 'status', status: 400, body })
    expect((await post(layla, 'linkedin', 'Described', { pictures: 1 })).failure?.code).toBe('media')
  })
})

describe('X', () => {
  test('a long number in a text is a part of that text, in X’s answer and on its list', async () => {
    const layla = await frogy.person('twitter')
    const [answered, listed] = ['Order no: 1234567890123456, thank you', 'Ids: [1234567890123456,\n17841405793187219]']
    expect((await post(layla, 'twitter', answered)).status).toBe('published')
    await frogy.simulator.fault({ platform: 'twitter', operation: 'publish', fault: 'drop_after' })
    expect((await post(layla, 'twitter', listed)).status).toBe('published')
    for (const text of [answered, listed]) expect(await arrived('twitter', text)).toHaveLength(1)
  })

  test('refusals by the old numbers are understood', async () => {
    const shape = { twitterErrors: 'legacy', twitterProblemHost: 'api.twitter.com', twitterNames: 'post' }
    await frogy.simulator.manners(shape)
    const layla = await frogy.person('twitter')
    expect((await post(layla, 'twitter', 'Once')).status).toBe('published')
    expect((await post(layla, 'twitter', 'Once')).failure?.code).toBe('duplicate')
    const refusal = { platform: 'twitter', operation: 'publish', fault: 'status' } as const
    await frogy.simulator.fault({ ...refusal, as: 'quota' })
    expect((await post(layla, 'twitter', 'Too many today')).failure?.code).toBe('daily_limit')
    await frogy.simulator.fault({ ...refusal, as: 'rate' })
    const posted = await post(layla, 'twitter', 'Too many now')
    expect(posted.failure?.code).toBe('rate_limited')
    expect((await inTheEnd(layla, posted)).status).toBe('published')
    await frogy.simulator.fault({ platform: 'twitter', operation: 'publish', fault: 'drop_after' })
    expect((await post(layla, 'twitter', 'Lost and found')).status).toBe('published')
  })

  test.each([
    ['suspended', 'account_restricted'],
    ['locked', 'account_restricted'],
    ['not-enrolled', 'configuration'],
    ['app-permissions', 'configuration'],
    ['scope', 'permission'],
    ['action', 'policy'],
    ['mentions', 'text'],
    ['video', 'media'],
  ])('what it forbids is said for what it is: %s', async (twitterForbids, code) => {
    for (const twitterErrors of ['problem', 'legacy']) {
      await frogy.simulator.manners({ twitterForbids, twitterErrors })
      const layla = await frogy.person('twitter')
      const posted = await post(layla, 'twitter', `Forbidden: ${twitterErrors}`)
      expect(posted).toMatchObject({ status: 'failed', failure: { code } })
      expect(await layla.call('GET /api/social-accounts', {})).toMatchObject([{ needsReconnect: false }])
      await frogy.simulator.manners({ twitterForbids: 'nothing' })
      await layla.call('POST /api/posts/{id}/publish', { params: { id: posted.id } })
      expect((await layla.decided(posted)).status).toBe('published')
      expect(await arrived('twitter', `Forbidden: ${twitterErrors}`)).toHaveLength(1)
    }
  })

  test('two cashtags are refused as a matter of the text', async () => {
    const layla = await frogy.person('twitter')
    expect((await post(layla, 'twitter', 'Up: $TWTR and $FB')).failure?.code).toBe('text')
  })

  test.each(['tweet.fields', 'post.fields'])('a lost post is found on a list that is asked for by %s', async (name) => {
    await frogy.simulator.manners({ twitterFields: name, twitterNames: name === 'tweet.fields' ? 'tweet' : 'post' })
    const layla = await frogy.person('twitter')
    for (const content of [`Lost once: ${name}`, `Lost twice: ${name}`]) {
      await frogy.simulator.fault({ platform: 'twitter', operation: 'publish', fault: 'drop_after' })
      expect((await post(layla, 'twitter', content)).status).toBe('published')
      expect(await arrived('twitter', content)).toHaveLength(1)
    }
  })

  test('the name by which its lists are asked for is asked with first, once it held', async () => {
    await using networks = await networkClients()
    const [connection] = await networks.signIn('twitter')
    if (!connection) throw new Error('Nobody was connected')
    const access = accessOf(connection)
    const client = networks.client('twitter')
    const id = await networks.post('twitter', access, 'Counted')
    await networks.simulator.engage({ platform: 'twitter', id, likes: 3 })
    const counted = async () => valueOf(await client.metrics([id], access, NEVER)).get(id)?.likes
    await networks.simulator.manners({ twitterFields: 'post.fields', twitterNames: 'post' })
    expect(await counted()).toBe(3)
    // Two requests were made for that, and one more is left.
    await networks.simulator.limit('twitter', 'lookup', 3)
    expect(await counted()).toBe(3)
  })

  test('a picture that it does not take is refused as a picture, and not for its text', async () => {
    const layla = await frogy.person('twitter')
    const title = 'Invalid Request'
    for (const [operation, body] of [
      ['upload', { title, detail: 'One or more parameters to your request was invalid.' }],
      [
        'publish',
        { title, errors: [{ message: 'Your media IDs are invalid.', parameters: { 'media.media_ids': [] } }] },
      ],
    ] as const) {
      await frogy.simulator.fault({ platform: 'twitter', operation, fault: 'status', status: 400, body })
      const posted = await post(layla, 'twitter', `With a picture: ${operation}`, { pictures: 1 })
      expect(posted.failure).toMatchObject({ code: 'media', message: expect.stringContaining('picture') as string })
    }
  })

  test('it is waited for as long as it asks: until its window opens, or what Retry-After says when that is longer', async () => {
    const layla = await frogy.person('twitter')
    await frogy.simulator.fault({
      platform: 'twitter',
      operation: 'publish',
      fault: 'status',
      as: 'rate',
      headers: { 'retry-after': '1800' },
    })
    const before = frogy.clock.now().getTime()
    const posted = await post(layla, 'twitter', 'Half an hour')
    expect(posted.failure?.code).toBe('rate_limited')
    const timeline = await layla.call('GET /api/posts/{id}/timeline', { params: { id: posted.id } })
    const { until } = timeline.find(({ what }) => what === 'postponed') ?? {}
    // The simulated window would open after a quarter of an hour.
    expect(Date.parse(until ?? '') - before).toBeGreaterThanOrEqual(1_800_000)
    frogy.clock.advance(1_801_000)
    expect((await layla.decided(posted)).status).toBe('published')
    expect(await arrived('twitter', 'Half an hour')).toHaveLength(1)
  })

  test('a token that is refused before its time is renewed, and the post goes out once', async () => {
    const layla = await frogy.person('twitter')
    for (const [operation, images] of [
      ['publish', 0],
      ['upload', 1],
    ] as const) {
      await frogy.simulator.fault({ platform: 'twitter', operation, fault: 'status', as: 'token' })
      expect(await post(layla, 'twitter', `Once more: ${operation}`, { pictures: images })).toMatchObject({
        status: 'published',
      })
      expect(await arrived('twitter', `Once more: ${operation}`)).toHaveLength(1)
    }
    expect(await layla.call('GET /api/social-accounts', {})).toMatchObject([{ needsReconnect: false }])
  })

  test('a token that is refused while a lost post is looked for is renewed, and the post is found', async () => {
    const layla = await frogy.person('twitter')
    await frogy.simulator.fault({ platform: 'twitter', operation: 'publish', fault: 'drop_after' })
    await frogy.simulator.fault({ platform: 'twitter', operation: 'list', fault: 'status', as: 'token' })
    expect((await post(layla, 'twitter', 'Looked for twice')).status).toBe('published')
  })

  test('a token that is refused while its renewal is out of reach costs nobody a connection', async () => {
    const layla = await frogy.person('twitter')
    await frogy.simulator.fault({ platform: 'twitter', operation: 'publish', fault: 'status', as: 'token' })
    await frogy.simulator.fault({ platform: 'twitter', operation: 'refresh', fault: 'status', as: 'server', count: 2 })
    const posted = await post(layla, 'twitter', 'In a moment')
    expect(posted.failure?.code).toBe('not_reached')
    expect((await inTheEnd(layla, posted)).status).toBe('published')
  })

  test.each(['invalid_request', 'invalid_grant'])('a dead refresh token that is called %s is dead', async (name) => {
    await frogy.simulator.manners({ twitterDeadToken: name })
    const layla = await frogy.person('twitter')
    await frogy.simulator.revoke('twitter', '1584203955861331969')
    expect((await post(layla, 'twitter', 'Nobody may')).failure?.code).toBe('reconnect')
    expect(await layla.call('GET /api/social-accounts', {})).toMatchObject([{ needsReconnect: true }])
  })

  test('an app whose secret X does not know disconnects nobody', async () => {
    const layla = await frogy.person('twitter')
    const body = { error: 'unauthorized_client', error_description: 'Missing valid authorization header' }
    await frogy.simulator.fault({ platform: 'twitter', operation: 'publish', fault: 'status', as: 'token' })
    await frogy.simulator.fault({ platform: 'twitter', operation: 'refresh', fault: 'status', status: 401, body })
    expect((await post(layla, 'twitter', 'Wrong secret')).failure?.code).toBe('configuration')
    expect(await layla.call('GET /api/social-accounts', {})).toMatchObject([{ needsReconnect: false }])
  })
})

describe('Facebook', () => {
  test('where a prepared post cannot be shown, posts are made in one step, and found again when that is lost', async () => {
    await using other = await startFrogy()
    await other.simulator.manners({ facebookTwoSteps: 'no' })
    const layla = await other.person('facebook')
    const go = async (content: string, count: number) =>
      await inTheEnd(layla, await post(layla, 'facebook', content, { at: other, pictures: count }), other)
    for (const [content, count] of [
      ['Words', 0],
      ['One picture', 1],
      ['Four pictures', 4],
    ] as const) {
      expect((await go(content, count)).status).toBe('published')
      const [made, ...more] = await arrived('facebook', content, other)
      expect({ media: made?.media.length, more }).toEqual({ media: count, more: [] })
    }
    await other.simulator.fault({ platform: 'facebook', operation: 'publish', fault: 'drop_after' })
    expect((await go('Lost', 0)).status).toBe('published')
    expect(await arrived('facebook', 'Lost', other)).toHaveLength(1)
  })

  test('Pages that belong to a business are connected though they are not listed, where they are named', async () => {
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

  test('only the Pages that the person let the app post to are connected', async () => {
    await using networks = await networkClients({ facebook: ['read_insights'] })
    const idsOf = async (asked: Record<string, string>) =>
      (await networks.signIn('facebook', asked)).map(({ remoteId }) => remoteId).toSorted()
    expect(await idsOf({})).toEqual(Object.values(PAGES))
    expect(await idsOf({ sim_pages: PAGES.ofBusiness })).toEqual([PAGES.ofBusiness])
    await expect(idsOf({ sim_decline: 'pages_manage_posts' })).rejects.toMatchObject({ trouble: 'right_declined' })
    const [page] = await networks.signIn('facebook', { sim_decline: 'read_insights' })
    expect(page?.scopes).not.toContain('read_insights')
  })

  test('a Page where the person may only read is none to post to', () => {
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

  test('the same words again are refused as that, where Facebook does so', async () => {
    await frogy.simulator.manners({ facebookDuplicateMs: 60_000 })
    const layla = await frogy.person('facebook')
    expect((await post(layla, 'facebook', 'Again')).status).toBe('published')
    expect((await post(layla, 'facebook', 'Again')).failure?.code).toBe('duplicate')
  })
})

describe('Instagram', () => {
  test.each([
    ['yes', 'text'],
    ['yes', 'number'],
    ['no', 'text'],
    ['no', 'number'],
  ])('single objects in a list: %s, the account’s id as a %s', async (instagramWraps, instagramUserId) => {
    await frogy.simulator.manners({ instagramWraps, instagramUserId, instagramInsights: 'total_value' })
    const layla = await frogy.person('instagram')
    expect((await post(layla, 'instagram', 'Arrived')).status).toBe('published')
    expect(await arrived('instagram', 'Arrived')).toMatchObject([{ accountId: '17841405309211847' }])
    const [account] = await layla.call('GET /api/social-accounts', {})
    expect(account?.scopes).toContain('instagram_business_content_publish')
  })

  test('a sixth hashtag, in a post from before they were limited, is refused in words or left out, and the post is found', async () => {
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

  test('a new container that is not found yet is waited for', async () => {
    await frogy.simulator.manners({ instagramHiddenMs: 60_000 })
    const layla = await frogy.person('instagram')
    const posted = await inTheEnd(layla, await post(layla, 'instagram', 'Hidden at first', { pictures: 1 }))
    expect(posted.status).toBe('published')
    expect(await arrived('instagram', 'Hidden at first')).toHaveLength(1)
  })
})

describe('Threads', () => {
  test.each(['number', 'text'])('the id comes as %s', async (threadsUserId) => {
    await frogy.simulator.manners({ threadsUserId })
    const layla = await frogy.person('threads')
    expect((await post(layla, 'threads', 'Arrived')).status).toBe('published')
    expect(await arrived('threads', 'Arrived')).toMatchObject([{ accountId: '17841405793187219' }])
  })

  test.each(['4', '10'])('the end of the day’s posts is understood by code %s', async (threadsQuotaCode) => {
    anotherDay()
    await frogy.simulator.manners({ threadsQuotaCode })
    const layla = await frogy.person('threads')
    await frogy.simulator.limit('threads', 'posts', 1)
    expect((await post(layla, 'threads', 'The last for today')).status).toBe('published')
    expect((await post(layla, 'threads', 'One too many')).failure?.code).toBe('daily_limit')
  })

  test.each(['refused', 'container'])(
    'pictures that it cannot fetch are known as that, whether it tells by “%s”',
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
  'what was prepared at %s and grew too old is made anew',
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

/** What a worker would keep in the database. */
function inMemory(): { done: Prepared; save: (made: Prepared) => Promise<void> } {
  const done: Prepared = {}
  return { done, save: async (made) => void Object.assign(done, made) }
}

const UNPREPARED = { ok: false, failure: { kind: 'not-sent', detail: null } } as const

test('the vendors’ versions are settings: one that has ended is for the administrator, and nothing goes out', async () => {
  await using ended = await startFrogy({ LINKEDIN_VERSION: '202501' })
  const layla = await ended.person('linkedin')
  expect((await post(layla, 'linkedin', 'By an old version', { at: ended })).failure?.code).toBe('configuration')
  expect(await arrived('linkedin', 'By an old version', ended)).toEqual([])
  await using older = await startFrogy({ GRAPH_VERSION: 'v25.0' })
  const omar = await older.person('facebook', 'instagram')
  for (const platform of ['facebook', 'instagram'] as const) {
    expect((await post(omar, platform, 'By a version before', { at: older })).status).toBe('published')
  }
  const consent = await omar.ask('GET /api/social-accounts/{platform}/connect', { params: { platform: 'facebook' } })
  expect(consent.headers.get('location')).toContain('/v25.0/dialog/oauth')
})

test('every network is posted to by an app that knows nothing of this, with all of it left open the other way', async () => {
  anotherDay()
  await frogy.simulator.manners({
    metaStatuses: 'varied',
    linkedinUrn: 'ugcPost',
    linkedinScopes: 'spaces',
    linkedinLocale: 'text',
    twitterErrors: 'legacy',
    twitterNames: 'post',
    twitterFields: 'post.fields',
    facebookBusinessPages: 'hidden',
    instagramWraps: 'no',
    instagramUserId: 'number',
    threadsUserId: 'text',
    threadsBadMedia: 'container',
  })
  const layla = await frogy.person(...PLATFORMS)
  for (const platform of PLATFORMS) {
    expect((await post(layla, platform, 'The other way', { pictures: 2 })).status).toBe('published')
    expect(await arrived(platform, 'The other way')).toHaveLength(1)
  }
})
