import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Post } from '#core/posts/contract.ts'
import { SEND_AGAIN_AFTER_MS } from '#core/publishing/sending-times.ts'
import { finishConsent, giveConsent } from '#tests/support/oauth-consent.ts'
import type { Person } from '#tests/support/person.ts'
import { noise, pictureFile, uploadForm } from '#tests/support/pictures.ts'
import { untilLastAttempt, untilStatus } from '#tests/support/publishing.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'
import { uploadVideo, videoFile } from '#tests/support/videos.ts'

let frogy: Frogy
let layla: Person
beforeAll(async () => {
  frogy = await startFrogy({ METRICS: 'on' })
  layla = await frogy.person('mastodon')
})
beforeEach(async () => {
  await frogy.simulator.clearFaults()
  await frogy.simulator.liftLimits()
  await frogy.simulator.manners({
    mastodonRepeat: 'same',
    mastodonPictures: 'ready',
    mastodonApps: 'known',
    mastodonListMs: 0,
    mastodonPrivacy: 'public',
  })
})
afterAll(() => frogy[Symbol.asyncDispose]())

const fillIn = (who: Person, server: string) =>
  who.ask('POST /api/social-accounts/{platform}/connect', {
    params: { platform: 'mastodon' },
    body: { fields: { server } },
  })

/** Connects an account at this server. @returns the page to which Frogy redirects the user afterwards */
async function connectAt(who: Person, server: string, asked: Record<string, string> = {}): Promise<string> {
  const { body } = await fillIn(who, server)
  return await finishConsent(who, await giveConsent(new URL(body.consentUrl ?? ''), asked))
}

const issueOf = async (server: string) => {
  const { status, body } = await fillIn(layla, server)
  return [status, body.issues?.[0]?.path, body.issues?.[0]?.message]
}

async function postNow(who: Person, content: string, images: string[] = []): Promise<Post> {
  const body = { platform: 'mastodon', content, status: 'published', media: { images } } as const
  const { id } = await who.call('POST /api/posts', { body })
  return await who.decided({ id })
}

async function pictures(who: Person, count: number): Promise<string[]> {
  const files = await Promise.all(
    Array.from({ length: count }, async (_, index): Promise<[string, Uint8Array<ArrayBuffer>]> => [
      'a.jpg',
      new Uint8Array(await pictureFile('jpeg', 600 + index, 400)),
    ]),
  )
  const { media } = await who.call('POST /api/images/upload', { form: uploadForm(...files) })
  return media.images.map(({ id }) => id)
}

async function largePicture(who: Person): Promise<string> {
  const file = new Uint8Array(await noise(1_600, 1_400).jpeg({ quality: 95 }).toBuffer())
  const { media } = await who.call('POST /api/images/upload', { form: uploadForm(['a.jpg', file]) })
  return media.images[0]?.id ?? ''
}

const arrived = async (text: string) => (await frogy.simulator.posts('mastodon')).filter((post) => post.text === text)

describe('connecting', () => {
  test.each(['mastodon.example', '@layla@mastodon.example', 'https://mastodon.example/@layla'])(
    'connects an account at the Mastodon server %s',
    async (server) => {
      const who = await frogy.person()
      expect(await connectAt(who, server)).toBe('/social-accounts?connected=mastodon')
      expect(await who.call('GET /api/social-accounts', {})).toMatchObject([
        {
          platform: 'mastodon',
          displayName: 'Layla Haddad',
          username: 'layla@mastodon.example',
          profileUrl: 'https://mastodon.example/@layla',
          textLimit: 500,
          expiresAt: null,
        },
      ])
    },
  )

  test("connects a Mastodon account when its server has another host than the account's name", async () => {
    const who = await frogy.person()
    expect(await connectAt(who, '@layla@names.example')).toBe('/social-accounts?connected=mastodon')
    const accounts = await who.call('GET /api/social-accounts', {})
    expect(accounts.map(({ username }) => username)).toEqual(['layla@social.names.example'])
    expect((await issueOf('@ghost@names.example'))[2]).toBe('This server does not offer Mastodon’s interface.')
  })

  test('registers one app at each Mastodon server, and requests only the scopes to post, read and upload', async () => {
    const [one, other] = await Promise.all([frogy.person(), frogy.person()])
    const first = new URL((await fillIn(one, 'garden.example')).body.consentUrl ?? '')
    const second = new URL((await fillIn(other, 'garden.example')).body.consentUrl ?? '')
    expect(second.searchParams.get('client_id')).toBe(first.searchParams.get('client_id'))
    expect(first.searchParams.get('scope')).toBe('profile read:statuses write:statuses write:media')
    expect(first.searchParams.get('force_login')).toBe('true')
    const old = new URL((await fillIn(one, 'old.example')).body.consentUrl ?? '')
    expect(old.searchParams.get('scope')).toBe('read:accounts read:statuses write:statuses write:media')
  })

  test('registers a new app when the Mastodon server has deleted the old one', async () => {
    const who = await frogy.person()
    const first = new URL((await fillIn(who, 'pond.example')).body.consentUrl ?? '')
    await frogy.simulator.manners({ mastodonApps: 'thrown_away' })
    const second = new URL((await fillIn(who, 'pond.example')).body.consentUrl ?? '')
    await frogy.simulator.manners({ mastodonApps: 'known' })
    expect(second.searchParams.get('client_id')).not.toBe(first.searchParams.get('client_id'))
    expect(await finishConsent(who, await giveConsent(second))).toBe('/social-accounts?connected=mastodon')
  })

  test("reads the text limit from the Mastodon server's newer or older API call", async () => {
    for (const [server, limit] of [
      ['long.example', 5_000],
      ['old.example', 500],
      ['akkoma.example', 5_000],
    ] as const) {
      const who = await frogy.person()
      await connectAt(who, server)
      expect(await who.call('GET /api/social-accounts', {})).toMatchObject([{ textLimit: limit }])
    }
  })

  test('distinguishes accounts with the same id at two Mastodon servers', async () => {
    const who = await frogy.person()
    await connectAt(who, 'mastodon.example')
    await connectAt(who, 'long.example')
    const accounts = await who.call('GET /api/social-accounts', {})
    expect(new Set(accounts.map(({ username }) => username))).toEqual(
      new Set(['layla@long.example', 'layla@mastodon.example']),
    )
  })

  test.each([
    ['frogs', 'This is not a server such as mastodon.social.'],
    ['127.0.0.1', 'This is not a server such as mastodon.social.'],
    ['mastodon.example:8443', 'This is not a server such as mastodon.social.'],
    ['blog.example', 'This server does not offer Mastodon’s interface.'],
  ])('rejects the Mastodon server %s with an error at the server field', async (server, message) => {
    expect(await issueOf(server)).toEqual([422, 'fields.server', message])
  })

  test('reports that a Mastodon server does not respond', async () => {
    await frogy.simulator.fault({ platform: 'mastodon', operation: 'instance', fault: 'drop_before' })
    expect(await issueOf('mastodon.example')).toEqual([
      422,
      'fields.server',
      'This server does not answer. Check its name, or try again later.',
    ])
  })

  test('rejects a Mastodon server on which Frogy cannot register itself as an app', async () => {
    await frogy.simulator.fault({ platform: 'mastodon', operation: 'register', fault: 'status', status: 403 })
    expect((await issueOf('closed.example'))[2]).toBe('This server does not offer Mastodon’s interface.')
  })

  test.each([
    ['sim_decline', 'write:statuses', 'right_not_enabled'],
    ['sim_trouble', 'right', 'right_not_enabled'],
  ])('reports a Mastodon consent page that returns an error (%s=%s)', async (name, value, trouble) => {
    await frogy.simulator.manners({ consentTroubles: 'returned' })
    const who = await frogy.person()
    expect(await connectAt(who, 'mastodon.example', { [name]: value })).toBe(
      `/social-accounts?error=${trouble}&platform=mastodon`,
    )
    expect(await who.call('GET /api/social-accounts', {})).toEqual([])
  })

  test('never connects to a Mastodon server at a private address, even if a public host name resolves to it', async () => {
    await using real = await startFrogy({ SIMULATOR: 'off' })
    const who = await real.person()
    const { status, body } = await fillIn(who, 'localhost.localdomain')
    expect([status, body.issues?.[0]?.path]).toEqual([422, 'fields.server'])
  })
})

describe('posting', () => {
  test('publishes a text publicly on Mastodon, and stores its permalink', async () => {
    const post = await postNow(layla, 'On time, by @sara@other.example. #Logistics https://najd.example/a?b=1&c=2')
    expect(post).toMatchObject({ status: 'published', failure: null })
    expect(post.permalink).toMatch(/\/@layla\/\d+$/)
  })

  // Without a visibility and a language, Mastodon uses the person's settings, which may have changed.
  test('sends the visibility and the language of each post to Mastodon', async () => {
    await frogy.simulator.manners({ mastodonPrivacy: 'private' })
    const body = { platform: 'mastodon', status: 'published' } as const
    const { id } = await layla.call('POST /api/posts', { body: { ...body, content: 'ضفادع الفجر' } })
    await layla.decided({ id })
    expect(await arrived('ضفادع الفجر')).toMatchObject([{ visibility: 'public', language: 'ar' }])
  })

  test.each([
    [403, 'This action is outside the authorized scopes', 'permission'],
    [403, 'Your login is currently disabled', 'account_restricted'],
    [410, 'Gone', 'account_restricted'],
    [413, 'Request Entity Too Large', 'media'],
    [422, 'فشل التحقق من الصحة', 'text'],
  ])(
    'reports the reason when the Mastodon server refuses a post with the status %i and the message “%s”',
    async (status, error, code) => {
      const content = `Refused with ${error}`
      await frogy.simulator.fault({
        platform: 'mastodon',
        operation: 'publish',
        fault: 'status',
        status,
        body: { error },
      })
      expect(await postNow(layla, content)).toMatchObject({ status: 'failed', failure: { code } })
      expect(await arrived(content)).toEqual([])
    },
  )

  test('accepts posts up to the text limit of the account’s Mastodon server, and refuses longer posts', async () => {
    const who = await frogy.person()
    await connectAt(who, 'long.example')
    expect((await postNow(who, 'a'.repeat(5_000))).status).toBe('published')
    const body = { platform: 'mastodon', status: 'published' } as const
    const long = await who.ask('POST /api/posts', { body: { ...body, content: 'a'.repeat(5_001) } })
    expect(long.body.issues?.[0]?.message).toBe('1 character too long. Mastodon allows 5,000.')
    const usual = await layla.ask('POST /api/posts', { body: { ...body, content: 'a'.repeat(501) } })
    expect(usual.body.issues?.[0]?.message).toBe('1 character too long. Mastodon allows 500.')
  })

  test('counts a link as 23 characters, as Mastodon does', async () => {
    const content = `${'a'.repeat(476)} https://example.com/${'b'.repeat(300)}`
    expect((await postNow(layla, content)).status).toBe('published')
    expect(await arrived(content)).toHaveLength(1)
    const body = { platform: 'mastodon', status: 'published', content: `a${content}` } as const
    const { body: refused } = await layla.ask('POST /api/posts', { body })
    expect(refused.issues?.[0]?.message).toBe('1 character too long. Mastodon allows 500.')
  })

  test('publishes pictures with alt texts once the Mastodon server has processed them', async () => {
    await frogy.simulator.manners({ mastodonPictures: 'processed_later', processingMs: 5_000 })
    const images = await pictures(layla, 2)
    await layla.call('PATCH /api/images/{id}', {
      params: { id: images[0] ?? '' },
      body: { altText: 'A truck، «شاحنة»' },
    })
    const body = { platform: 'mastodon', content: 'Processed later', status: 'published', media: { images } } as const
    const { id } = await layla.call('POST /api/posts', { body })
    await untilStatus(frogy, layla, { id }, 'published')
    const posts = await arrived('Processed later')
    expect(posts.map(({ media }) => media.map(({ altText }) => altText))).toEqual([['A truck، «شاحنة»', null]])
  })

  test.each(['picture', 'video'] as const)(
    'uploads no %s above the limit of the account’s own Mastodon server, and names the limit',
    async (kind) => {
      const who = await frogy.person()
      await connectAt(who, 'small.example')
      const { id, content } =
        kind === 'video'
          ? { id: await uploadVideo(who, videoFile({ sizeBytes: 1_100_000 })), content: 'Too large a video' }
          : { id: await largePicture(who), content: 'Too large a picture' }
      // Uploading would use up this simulated fault. It must stay unused, because Frogy rejects the file before any
      // upload.
      await frogy.simulator.fault({ platform: 'mastodon', operation: 'upload', fault: 'slow', delayMs: 1 })
      const post = await postNow(who, content, [id])
      expect(post).toMatchObject({
        status: 'failed',
        failure: {
          code: 'media_too_large',
          message: expect.stringContaining('smaller file') as string,
          detail: expect.stringMatching(new RegExp(`^${kind}: .+, at most 1.0 MB$`)) as string,
        },
      })
      expect(await frogy.simulator.faults()).toHaveLength(1)
    },
  )

  test('reports the picture as the cause when a Mastodon server that names no limits refuses it', async () => {
    const who = await frogy.person()
    await connectAt(who, 'small.example')
    await frogy.simulator.fault({
      platform: 'mastodon',
      operation: 'instance',
      fault: 'status',
      as: 'server',
      count: 9,
    })
    frogy.clock.advance(2 * 3_600_000)
    const post = await postNow(who, 'Too large', [await largePicture(who)])
    expect(post).toMatchObject({ status: 'failed', failure: { code: 'media' } })
    expect(await arrived('Too large')).toEqual([])
  })

  test('waits until the rate limit resets, at a time that Mastodon sends as an ISO date', async () => {
    await frogy.simulator.fault({
      platform: 'mastodon',
      operation: 'publish',
      fault: 'status',
      as: 'rate',
      retryAfter: 600,
    })
    const body = { platform: 'mastodon', content: 'Limited', status: 'scheduled' } as const
    const post = await layla.call('POST /api/posts', {
      body: { ...body, scheduledAt: frogy.clock.now().toISOString() },
    })
    await untilLastAttempt(layla, post, 'rejected')
    expect(await arrived('Limited')).toEqual([])
    frogy.clock.advance(601_000)
    await layla.decided(post)
    expect(await arrived('Limited')).toHaveLength(1)
  })

  test('deletes a post at its Mastodon server', async () => {
    const post = await postNow(layla, 'Delete me')
    await layla.call('DELETE /api/posts/{id}', { params: { id: post.id }, query: { network: 'true' } })
    expect((await arrived('Delete me')).map(({ deleted }) => deleted)).toEqual([true])
  })

  test('asks the user to reconnect when they have removed the app at the Mastodon server', async () => {
    const who = await frogy.person()
    await connectAt(who, 'mastodon.example', { sim_account: '109430011872640557' })
    await frogy.simulator.revoke('mastodon', '109430011872640557')
    expect(await postNow(who, 'Revoked')).toMatchObject({ status: 'failed', failure: { code: 'reconnect' } })
  })

  test('renews the token of a Mastodon server whose tokens expire', async () => {
    const who = await frogy.person()
    await connectAt(who, 'akkoma.example')
    frogy.clock.advance(2 * 3_600_000)
    expect((await postNow(who, 'After two hours')).status).toBe('published')
  })
})

describe('lost responses', () => {
  test.each(['drop_after', 'garbage'] as const)(
    'finds a lost Mastodon post after the simulated fault %s, and publishes it once',
    async (fault) => {
      const content = `Lost by ${fault} — @sara@other.example\n\n\nhttps://najd.example/long/path/with/more/than/thirty?x=1&y=«٢» #شحن`
      await frogy.simulator.fault({ platform: 'mastodon', operation: 'publish', fault })
      const post = await postNow(layla, content)
      expect(post.permalink).toMatch(/\/@layla\/\d+$/)
      expect(await arrived(content)).toHaveLength(1)
    },
  )

  test('finds a lost Mastodon post with pictures by the ids of the pictures', async () => {
    await frogy.simulator.fault({ platform: 'mastodon', operation: 'publish', fault: 'drop_after' })
    expect((await postNow(layla, 'Lost with a picture', await pictures(layla, 1))).status).toBe('published')
    expect(await arrived('Lost with a picture')).toHaveLength(1)
  })

  test('resends a Mastodon post whose request never arrived, after the look-up found no post', async () => {
    await frogy.simulator.fault({ platform: 'mastodon', operation: 'publish', fault: 'drop_before' })
    const post = await layla.schedule({ platform: 'mastodon', content: 'Never arrived', at: frogy.clock.now() })
    await untilLastAttempt(layla, post, 'unknown')
    frogy.clock.advance(SEND_AGAIN_AFTER_MS)
    await untilStatus(frogy, layla, post, 'published')
    expect(await arrived('Never arrived')).toHaveLength(1)
  })

  test.each(['same', 'error'] as const)(
    'publishes a Mastodon post once when a look-up misses it and the server answers the second request with: %s',
    async (mastodonRepeat) => {
      // List the post late, like a replica that lags behind.
      await frogy.simulator.manners({ mastodonRepeat, mastodonListMs: SEND_AGAIN_AFTER_MS + 60_000 })
      const content = `Missed by a look-up, ${mastodonRepeat}`
      await frogy.simulator.fault({ platform: 'mastodon', operation: 'publish', fault: 'drop_after' })
      const post = await layla.schedule({ platform: 'mastodon', content, at: frogy.clock.now() })
      await untilStatus(frogy, layla, post, 'published')
      expect(await arrived(content)).toHaveLength(1)
    },
  )

  // Mastodon answers a repeated idempotency key with 404 after the deletion of the first post.
  test('does not republish a lost Mastodon post that its author deleted before Frogy found it, until the author asks for it', async () => {
    await frogy.simulator.manners({ mastodonListMs: SEND_AGAIN_AFTER_MS + 60_000 })
    await frogy.simulator.fault({ platform: 'mastodon', operation: 'publish', fault: 'drop_after' })
    const post = await layla.schedule({ platform: 'mastodon', content: 'Regretted', at: frogy.clock.now() })
    await untilLastAttempt(layla, post, 'unknown')
    const [live] = await arrived('Regretted')
    await frogy.simulator.byHand('mastodon', live?.id ?? '', 'delete')
    frogy.clock.advance(SEND_AGAIN_AFTER_MS)
    await untilStatus(frogy, layla, post, 'failed')
    expect((await arrived('Regretted')).map(({ deleted }) => deleted)).toEqual([true])
    await frogy.simulator.manners({ mastodonListMs: 0 })
    await layla.call('POST /api/posts/{id}/publish', { params: { id: post.id } })
    expect((await layla.decided(post)).status).toBe('published')
    expect((await arrived('Regretted')).filter(({ deleted }) => !deleted)).toHaveLength(1)
  })

  test('publishes a post once on a Mastodon server that ignores the idempotency key', async () => {
    const who = await frogy.person()
    await connectAt(who, 'pixelfed.example')
    await frogy.simulator.fault({ platform: 'mastodon', operation: 'publish', fault: 'drop_after' })
    expect((await postNow(who, 'Pixels', await pictures(who, 1))).status).toBe('published')
    expect(await arrived('Pixels')).toHaveLength(1)
  })
})

test('reads likes, replies and boosts of a Mastodon post, and no views', async () => {
  const who = await frogy.person('mastodon')
  await postNow(who, 'Counted')
  const id = (await arrived('Counted'))[0]?.id ?? ''
  await frogy.simulator.engage({ platform: 'mastodon', id, likes: 7, comments: 3, shares: 2 })
  frogy.clock.advance(16 * 60_000)
  const engagement = async () => (await who.call('GET /api/posts', {})).map((post) => post.engagement)
  await expect.poll(engagement).toEqual([12])
})

test('does not delay other Mastodon servers while one server is down', async () => {
  const [one, other, healthy] = await Promise.all([frogy.person(), frogy.person(), frogy.person()])
  await connectAt(one, 'down.example')
  await connectAt(other, 'down.example', { sim_account: '109417265908813024' })
  await connectAt(healthy, 'up.example', { sim_account: '109430011872640557' })
  await frogy.simulator.fault({ platform: 'mastodon', operation: 'publish', fault: 'status', status: 503, count: 4 })
  for (const who of [one, other]) {
    const post = await who.schedule({ platform: 'mastodon', content: 'Down', at: frogy.clock.now() })
    await untilLastAttempt(who, post, 'unknown')
  }
  await frogy.simulator.clearFaults()
  expect((await postNow(healthy, 'Up')).status).toBe('published')
})
