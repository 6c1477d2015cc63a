import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PLATFORMS } from '#core/platforms/platform.ts'
import { installation } from '#tests/support/installation.ts'
import { accessOf, NEVER, networkClients, valueOf } from '#tests/support/network-clients.ts'
import { createPublisher } from '#tests/support/publish-and-wait.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

// Networks' documentation is ambiguous in places. These tests try both interpretations: each post must be published
// once, or refused with a message.

let frogy: Frogy
beforeAll(async () => {
  frogy = await startFrogy()
})
beforeEach(() => frogy.simulator.reset())
afterAll(() => frogy[Symbol.asyncDispose]())

const { post, publish, untilDecided, arrived } = createPublisher(() => frogy)

describe('LinkedIn', () => {
  test('accepts a new token that LinkedIn first rejects as revoked', async () => {
    await frogy.simulator.manners({ linkedinFreshRefusals: 1 })
    const layla = await frogy.person('linkedin')
    await frogy.simulator.fault({ platform: 'linkedin', operation: 'publish', fault: 'status', as: 'token' })
    expect(await publish(layla, 'linkedin', 'Fresh')).toMatchObject({ status: 'published', failure: null })
  })

  test('renews the token of an app that LinkedIn has approved', async () => {
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

  test("reads LinkedIn's numbers, scopes and languages in either documented format", async () => {
    await frogy.simulator.manners({ linkedinUrn: 'ugcPost', linkedinScopes: 'spaces', linkedinLocale: 'text' })
    const layla = await frogy.person('linkedin')
    const [account] = await layla.call('GET /api/social-accounts', {})
    expect(account).toMatchObject({ displayName: 'Layla Haddad', scopes: ['openid', 'profile', 'w_member_social'] })
    const { permalink } = await post(layla, 'linkedin', 'Under another name', { pictures: 1 })
    expect(permalink).toContain('urn:li:ugcPost:')
  })

  test.each(['inputErrors', 'code'])(
    'reports a text failure if LinkedIn refuses an escaped text as too long in the response field %s',
    async (linkedinTooLong) => {
      await frogy.simulator.manners({ linkedinCounts: 'written', linkedinTooLong })
      const layla = await frogy.person('linkedin')
      expect((await post(layla, 'linkedin', '(a)'.repeat(900))).failure).toMatchObject({
        code: 'text',
        detail: expect.stringContaining('longer than 3000') as string,
      })
    },
  )

  test('reports an alt text that is too long as a media failure', async () => {
    const layla = await frogy.person('linkedin')
    const input = { inputPath: { fieldPath: 'content/media/altText' } }
    const inputErrors = [{ code: 'FIELD_LENGTH_TOO_LONG', description: 'Too long', input }]
    const body = { status: 400, errorDetails: { inputErrors } }
    await frogy.simulator.fault({ platform: 'linkedin', operation: 'publish', fault: 'status', status: 400, body })
    expect((await post(layla, 'linkedin', 'Described', { pictures: 1 })).failure?.code).toBe('media')
  })
})

describe('X', () => {
  test("keeps a long number in a post's text unchanged, although X returns it in JSON", async () => {
    const layla = await frogy.person('twitter')
    const [answered, listed] = ['Order no: 1234567890123456, thank you', 'Ids: [1234567890123456,\n17841405793187219]']
    expect((await post(layla, 'twitter', answered)).status).toBe('published')
    await frogy.simulator.fault({ platform: 'twitter', operation: 'publish', fault: 'drop_after' })
    expect((await post(layla, 'twitter', listed)).status).toBe('published')
    for (const text of [answered, listed]) expect(await arrived('twitter', text)).toHaveLength(1)
  })

  test("maps X's refusals with old error numbers to reasons", async () => {
    const shape = { twitterErrors: 'legacy', twitterProblemHost: 'api.twitter.com', twitterNames: 'post' }
    await frogy.simulator.manners(shape)
    const layla = await frogy.person('twitter')
    expect(await publish(layla, 'twitter', 'Once')).toMatchObject({ status: 'published', failure: null })
    expect((await post(layla, 'twitter', 'Once')).failure?.code).toBe('duplicate')
    const refusal = { platform: 'twitter', operation: 'publish', fault: 'status' } as const
    await frogy.simulator.fault({ ...refusal, as: 'quota' })
    expect((await post(layla, 'twitter', 'Too many today')).failure?.code).toBe('daily_limit')
    await frogy.simulator.fault({ ...refusal, as: 'rate' })
    const posted = await post(layla, 'twitter', 'Too many now')
    expect(posted.failure?.code).toBe('rate_limited')
    expect((await untilDecided(layla, posted)).status).toBe('published')
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
  ])('maps a refusal by X to its reason: %s', async (twitterForbids, code) => {
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

  test("reports X's refusal of two cashtags as a text failure", async () => {
    const layla = await frogy.person('twitter')
    expect((await post(layla, 'twitter', 'Up: $TWTR and $FB')).failure?.code).toBe('text')
  })

  test.each(['tweet.fields', 'post.fields'])(
    'finds a lost post in a list requested from X by the parameter %s',
    async (name) => {
      await frogy.simulator.manners({ twitterFields: name, twitterNames: name === 'tweet.fields' ? 'tweet' : 'post' })
      const layla = await frogy.person('twitter')
      for (const content of [`Lost once: ${name}`, `Lost twice: ${name}`]) {
        await frogy.simulator.fault({ platform: 'twitter', operation: 'publish', fault: 'drop_after' })
        expect((await post(layla, 'twitter', content)).status).toBe('published')
        expect(await arrived('twitter', content)).toHaveLength(1)
      }
    },
  )

  test('requests a list from X with the parameter name that worked last, before it tries the other name', async () => {
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
    // The rate limit allows three requests, of which the test has used two.
    await networks.simulator.limit('twitter', 'lookup', 3)
    expect(await counted()).toBe(3)
  })

  test('reports a picture that X does not support as a media failure, not a text failure', async () => {
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
      expect(posted.failure).toMatchObject({ code: 'media', message: expect.stringContaining('photo') as string })
    }
  })

  test("waits until X's rate-limit window resets, or for a longer Retry-After", async () => {
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
    // Without the longer wait that X requests, Frogy would retry after 15 minutes, when the simulated rate limit
    // resets.
    expect(Date.parse(until ?? '') - before).toBeGreaterThanOrEqual(1_800_000)
    frogy.clock.advance(1_801_000)
    expect((await layla.decided(posted)).status).toBe('published')
    expect(await arrived('twitter', 'Half an hour')).toHaveLength(1)
  })

  test('renews a token that X rejects before its expiry, and publishes the post once', async () => {
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

  test('renews a token that X rejects during a look-up, and then finds the post', async () => {
    const layla = await frogy.person('twitter')
    await frogy.simulator.fault({ platform: 'twitter', operation: 'publish', fault: 'drop_after' })
    await frogy.simulator.fault({ platform: 'twitter', operation: 'list', fault: 'status', as: 'token' })
    expect((await post(layla, 'twitter', 'Looked for twice')).status).toBe('published')
  })

  test('keeps the connection when a rejected token cannot be renewed for the moment', async () => {
    const layla = await frogy.person('twitter')
    await frogy.simulator.fault({ platform: 'twitter', operation: 'publish', fault: 'status', as: 'token' })
    await frogy.simulator.fault({ platform: 'twitter', operation: 'refresh', fault: 'status', as: 'server', count: 2 })
    const posted = await post(layla, 'twitter', 'In a moment')
    expect(posted.failure?.code).toBe('not_reached')
    expect((await untilDecided(layla, posted)).status).toBe('published')
  })

  test.each(['invalid_request', 'invalid_grant'])(
    'treats a refresh token as revoked when X answers %s',
    async (name) => {
      await frogy.simulator.manners({ twitterDeadToken: name })
      const layla = await frogy.person('twitter')
      await frogy.simulator.revoke('twitter', '1584203955861331969')
      expect((await post(layla, 'twitter', 'Nobody may')).failure?.code).toBe('reconnect')
      expect(await layla.call('GET /api/social-accounts', {})).toMatchObject([{ needsReconnect: true }])
    },
  )

  test("disconnects no account when X rejects the app's secret", async () => {
    const layla = await frogy.person('twitter')
    const body = { error: 'unauthorized_client', error_description: 'Missing valid authorization header' }
    await frogy.simulator.fault({ platform: 'twitter', operation: 'publish', fault: 'status', as: 'token' })
    await frogy.simulator.fault({ platform: 'twitter', operation: 'refresh', fault: 'status', status: 401, body })
    expect((await post(layla, 'twitter', 'Wrong secret')).failure?.code).toBe('configuration')
    expect(await layla.call('GET /api/social-accounts', {})).toMatchObject([{ needsReconnect: false }])
  })
})

test('reports to the administrator that an API version has ended, and publishes nothing', async () => {
  await using other = await startFrogy({ LINKEDIN_VERSION: '202501', GRAPH_VERSION: 'v25.0' })
  const publisher = createPublisher(() => other)
  const layla = await other.person('linkedin')
  expect((await publisher.post(layla, 'linkedin', 'By an old version')).failure?.code).toBe('configuration')
  expect(await publisher.arrived('linkedin', 'By an old version')).toEqual([])
  const omar = await other.person('facebook', 'instagram')
  for (const platform of ['facebook', 'instagram'] as const) {
    expect((await publisher.post(omar, platform, 'By a version before')).status).toBe('published')
  }
  const consent = await omar.ask('GET /api/social-accounts/{platform}/connect', { params: { platform: 'facebook' } })
  expect(consent.headers.get('location')).toContain('/v25.0/dialog/oauth')
})

test('publishes to every network even if all assumptions about undocumented behaviour are wrong', async () => {
  // Advance the clock until the pauses end that Frogy has stored for these accounts.
  frogy.clock.advance(25 * 3_600_000)
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
    expect(await publish(layla, platform, 'The other way', { pictures: 2 })).toMatchObject({
      status: 'published',
      failure: null,
    })
    expect(await arrived(platform, 'The other way')).toHaveLength(1)
  }
})
