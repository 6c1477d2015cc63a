import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Platform } from '#core/platforms/platform.ts'
import { openDatabase } from '#server/db/database.ts'
import sql from '#server/db/sql.ts'
import type { Person } from '#tests/support/person.ts'
import { change, create, DAY_MS, fromNow, HOUR_MS, MINUTE_MS, type PostRequest } from '#tests/support/post-requests.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'
import { countValues } from '#tests/support/count-values.ts'

let frogy: Frogy
let reader: Person
beforeAll(async () => {
  frogy = await startFrogy()
  reader = await frogy.person()
})
afterAll(() => frogy[Symbol.asyncDispose]())

describe('new post', () => {
  test('stores a new post as the client sent it, with its time', async () => {
    const layla = await frogy.person()
    const scheduledAt = fromNow(frogy, DAY_MS)
    const video = { id: 'v1', url: 'https://youtu.be/x', platform: 'YouTube', title: 'youtu.be' }
    const { status, body } = await create(frogy, layla, {
      platform: 'linkedin',
      content: 'مرحبًا بالجميع\nSecond line',
      scheduledAt,
      contentType: 'share_knowledge',
      tone: 'analytical',
      hashtags: ['#ثقة', 'Work'],
      media: { images: [], videos: [video] },
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      platform: 'linkedin',
      content: 'مرحبًا بالجميع\nSecond line',
      status: 'scheduled',
      scheduledAt,
      publishedAt: null,
      contentLanguage: 'ar',
      contentType: 'share_knowledge',
      tone: 'analytical',
      hashtags: ['#ثقة', '#Work'],
      images: null,
      media: { images: [], videos: [video] },
      accountId: null,
      engagement: 0,
      permalink: null,
      revision: 1,
      failure: null,
    })
    expect(await layla.read(body)).toEqual(body)
  })

  test('accepts hashtags as a comma-separated string or a list, and adds a missing #', async () => {
    const layla = await frogy.person()
    const tagsOf = async (hashtags: unknown) => (await create(frogy, layla, { hashtags } as never)).body.hashtags
    expect(await tagsOf('work, #growth ,, ثقة، عمل')).toEqual(['#work', '#growth', '#ثقة', '#عمل'])
    expect(await tagsOf(['work', '#growth', ' '])).toEqual(['#work', '#growth'])
    expect(await tagsOf(null)).toEqual([])
    expect(await tagsOf('')).toEqual([])
  })

  test("accepts a post's time with any UTC offset and returns it in UTC", async () => {
    const layla = await frogy.person()
    const { body } = await create(frogy, layla, { scheduledAt: '2031-05-01T09:30:00+03:00' })
    expect(body.scheduledAt).toBe('2031-05-01T06:30:00.000Z')
  })

  test('schedules a post by a local time alone, by default in the time zone of the user', async () => {
    const layla = await frogy.person()
    await layla.call('PATCH /api/user', { body: { timeZone: 'Asia/Riyadh' } })
    const local = { scheduledAt: undefined, wallTime: '2031-07-01T08:30' }
    const own = await create(frogy, layla, local)
    expect(own).toMatchObject({
      status: 201,
      body: { status: 'scheduled', scheduledAt: '2031-07-01T05:30:00.000Z', timeZone: 'Asia/Riyadh' },
    })
    const given = await create(frogy, layla, { ...local, scheduledAt: null, timeZone: 'America/New_York' })
    expect(given.body).toMatchObject({ scheduledAt: '2031-07-01T12:30:00.000Z', timeZone: 'America/New_York' })
    const moved = await change(layla, own.body, { wallTime: '2031-07-02T20:00' })
    expect(moved.body).toMatchObject({ scheduledAt: '2031-07-02T17:00:00.000Z', timeZone: 'Asia/Riyadh' })
  })

  test.each([
    ['a day that does not exist', '2031-02-30T08:30'],
    ['a month that does not exist', '2031-13-01T08:30'],
    ['a day after the last year', '9999-12-31T23:59'],
  ])('refuses a post with a local time on %s', async (_what, wallTime) => {
    const layla = await frogy.person()
    const given = { scheduledAt: undefined, timeZone: 'America/New_York', wallTime }
    const { status, body } = await create(frogy, layla, given)
    expect({ status, paths: body.issues?.map((issue) => issue.path) }).toEqual({ status: 422, paths: ['wallTime'] })
  })

  test('refuses a local time without a time zone if the user has not set a time zone either', async () => {
    const layla = await frogy.person()
    const { status, body } = await create(frogy, layla, { scheduledAt: undefined, wallTime: '2031-07-01T08:30' })
    expect({ status, paths: body.issues?.map((issue) => issue.path) }).toEqual({ status: 422, paths: ['timeZone'] })
  })

  test('refuses to schedule a post for a time more than a minute ago', async () => {
    const layla = await frogy.person()
    expect((await create(frogy, layla, { scheduledAt: fromNow(frogy, -50_000) })).status).toBe(201)
    const late = await create(frogy, layla, { scheduledAt: fromNow(frogy, -2 * MINUTE_MS) })
    expect(late).toMatchObject({ status: 400, body: { code: 'time_in_past' } })
    expect(late.body.message).toBe('That time has passed. Choose a later one.')
  })

  test.each([
    ['9999-12-31T23:59:59-23:59'],
    ['9999-12-31T23:59:59Z'],
    ['0000-01-01T00:00:00Z'],
    ['2031-02-30T10:00:00Z'],
    ['2031-05-01T09:30:00'],
    ['tomorrow'],
    [''],
    [1_900_000_000_000],
    [{}],
    [null],
  ])('refuses %s as the time of a post, and stores nothing', async (scheduledAt) => {
    const { status } = await create(frogy, reader, { scheduledAt } as PostRequest)
    expect([400, 422]).toContain(status)
    expect(await reader.call('GET /api/posts', {})).toEqual([])
  })

  test("sets the publication time by the server's clock, not the client's", async () => {
    const layla = await frogy.person('threads')
    const { status, body } = await create(frogy, layla, {
      status: 'published',
      scheduledAt: '2001-01-01T00:00:00Z',
      publishedAt: '2001-01-01T00:00:00Z',
    })
    expect({ status, state: body.status }).toEqual({ status: 201, state: 'published' })
    const apart = Math.abs(new Date(body.publishedAt ?? 0).getTime() - frogy.clock.now().getTime())
    expect(apart).toBeLessThan(MINUTE_MS)
  })

  test('refuses to publish without a connected account, in English and Arabic', async () => {
    const layla = await frogy.person()
    const say = async (platform: Platform) => (await create(frogy, layla, { platform, status: 'published' })).body
    expect(await say('twitter')).toMatchObject({
      code: 'account_not_connected',
      message: 'Twitter account not connected',
    })
    await layla.call('PATCH /api/user', { body: { preferredLanguage: 'ar' } })
    expect(await say('linkedin')).toMatchObject({ code: 'account_not_connected', message: 'حساب LinkedIn غير متصل' })
    expect(await layla.call('GET /api/posts', {})).toEqual([])
  })

  test('reports in English and Arabic that a post could not be stored', async () => {
    await using own = await startFrogy(
      {},
      {
        fill: async (place) => {
          await using database = await openDatabase({ ...place, onError: console.error })
          await database.query(sql`alter table posts add constraint no_more check (content <> 'Not this one')`)
        },
      },
    )
    const layla = await own.person()
    const say = async () => (await create(own, layla, { content: 'Not this one' })).body
    expect(await say()).toEqual({ code: 'post_not_created', message: 'Failed to create post' })
    await layla.call('PATCH /api/user', { body: { preferredLanguage: 'ar' } })
    expect((await say()).message).toBe('تعذّر إنشاء المنشور')
  })

  test('refuses a post with an unknown picture', async () => {
    const layla = await frogy.person()
    for (const body of [{ media: { images: ['nope'], videos: [] } }, { images: ['nope'] }] as PostRequest[]) {
      const reply = await create(frogy, layla, body)
      expect(reply.status).toBe(422)
      expect(reply.body.issues).toEqual([
        { path: 'media.images', message: 'This photo is no longer available. Add it again.', code: 'unknown_image' },
      ])
    }
  })
})

describe('network rules', () => {
  const CASES: [what: string, post: PostRequest, path: string, english: string, arabic: string][] = [
    [
      'more than 280 weighted characters on X',
      { platform: 'twitter', content: 'é'.repeat(281) },
      'content',
      '1 character too long. X allows 280.',
      'النص أطول من الحد بحرف واحد: الحد الأقصى في X هو ٢٨٠.',
    ],
    [
      'more than five hashtags on Instagram, including those in the text',
      { platform: 'instagram', content: 'Dawn #one', hashtags: ['two', 'three', 'four', 'five', 'six'] },
      'hashtags',
      'Instagram allows up to 5 hashtags.',
      'الحد الأقصى في Instagram هو ٥ وسوم.',
    ],
    [
      'more than 500 characters on Threads, including hashtags',
      { platform: 'threads', content: 'x'.repeat(495), hashtags: ['#four'] },
      'content',
      '2 characters too long. Threads allows 500.',
      'النص أطول من الحد بحرفين: الحد الأقصى في Threads هو ٥٠٠.',
    ],
    [
      'more than 3,000 characters on LinkedIn',
      { platform: 'linkedin', content: 'x'.repeat(3_012) },
      'content',
      '12 characters too long. LinkedIn allows 3,000.',
      'النص أطول من الحد بمقدار ١٢ حرفًا: الحد الأقصى في LinkedIn هو ٣٬٠٠٠.',
    ],
    [
      'a post without a picture on Instagram',
      { platform: 'instagram' },
      'media',
      'Instagram needs a photo.',
      'يتطلب Instagram صورة مع المنشور.',
    ],
    [
      'six links on Threads',
      { platform: 'threads', content: Array.from({ length: 6 }, (_, n) => `https://example.com/${n}`).join(' ') },
      'content',
      'Threads allows up to 5 links.',
      'الحد الأقصى في Threads هو ٥ روابط.',
    ],
    [
      'a byte order mark on X',
      { platform: 'twitter', content: 'Hello\uFEFF there' },
      'content',
      'The text contains a character that X doesn’t allow.',
      'في النص حرف لا يقبله X.',
    ],
    ['invisible text', { content: '\u200F\u200B' }, 'content', 'Write something first.', 'النص فارغ.'],
    ['spaces only', { content: ' \n\t ' }, 'content', 'This field is required.', 'هذا الحقل مطلوب.'],
  ]
  test.each(CASES)('refuses a new post that breaks a rule: %s', async (_what, post, path, english, arabic) => {
    const issueIn = async (preferredLanguage: 'en' | 'ar') => {
      await reader.call('PATCH /api/user', { body: { preferredLanguage } })
      const { status, body } = await create(frogy, reader, post)
      expect({ status, code: body.code }).toEqual({ status: 422, code: 'validation_failed' })
      return body.issues?.find((issue) => issue.path === path)?.message
    }
    expect(await issueIn('ar')).toBe(arabic)
    expect(await issueIn('en')).toBe(english)
  })

  test("checks the network's rules when a post is edited or moves to another network", async () => {
    const layla = await frogy.person()
    const { body: post } = await create(frogy, layla, { platform: 'linkedin', content: 'x'.repeat(600) })
    expect((await change(layla, post, { platform: 'threads' })).body.issues?.[0]?.message).toBe(
      '100 characters too long. Threads allows 500.',
    )
    expect((await change(layla, post, { content: 'x'.repeat(3_001) })).status).toBe(422)
    expect(await layla.read(post)).toEqual(post)
  })

  test("accepts a post at its network's limits", async () => {
    const layla = await frogy.person()
    expect((await create(frogy, layla, { platform: 'twitter', content: 'م'.repeat(280) })).status).toBe(201)
    expect((await create(frogy, layla, { platform: 'threads', content: 'x'.repeat(500) })).status).toBe(201)
    expect((await create(frogy, layla, { platform: 'facebook', content: 'x'.repeat(63_206) })).status).toBe(201)
  })
})

describe('idempotency key', () => {
  test('returns the same post for the same idempotency key, even for ten concurrent requests', async () => {
    const layla = await frogy.person()
    const key = { 'idempotency-key': crypto.randomUUID() }
    const post = { content: 'Once', scheduledAt: fromNow(frogy, HOUR_MS) }
    const replies = await Promise.all(Array.from({ length: 10 }, () => create(frogy, layla, post, key)))
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1)
    expect(countValues(replies.map(({ status }) => status))).toEqual({ 201: 10 })
    expect(await layla.call('GET /api/posts', {})).toHaveLength(1)
  })

  test('publishes a post once when ten requests share an idempotency key', async () => {
    const layla = await frogy.person('threads')
    const content = `Once ${crypto.randomUUID()}`
    const key = { 'idempotency-key': crypto.randomUUID() }
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => create(frogy, layla, { content, status: 'published' }, key)),
    )
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1)
    for (const { status } of replies) expect([201, 202]).toContain(status)
    expect((await frogy.simulator.posts('threads')).filter(({ text }) => text === content)).toHaveLength(1)
  })

  test('returns the same post for a repeated idempotency key after its due time and without its account', async () => {
    const layla = await frogy.person('threads')
    const body = {
      platform: 'threads',
      content: 'Once',
      status: 'scheduled',
      scheduledAt: fromNow(frogy, MINUTE_MS),
    } as const
    const send = () => layla.ask('POST /api/posts', { body, headers: { 'idempotency-key': 'k1' } })
    const first = await send()
    frogy.clock.advance(HOUR_MS / 2)
    await layla.decided(first.body)
    const again = await send()
    expect(again).toMatchObject({ status: 201, body: { id: first.body.id, status: 'published' } })

    const now = { platform: 'threads', content: 'Now', status: 'published' } as const
    const sendNow = () => layla.ask('POST /api/posts', { body: now, headers: { 'idempotency-key': 'k2' } })
    const firstNow = await sendNow()
    const [account] = await layla.call('GET /api/social-accounts', {})
    await layla.call('DELETE /api/social-accounts/{id}', { params: { id: account?.id ?? '' } })
    expect(await sendNow()).toMatchObject({ status: 201, body: { id: firstNow.body.id } })
  })

  test('returns the first response for a repeated idempotency key after the post is deleted, and creates no second post', async () => {
    const layla = await frogy.person()
    const key = { 'idempotency-key': crypto.randomUUID() }
    const post = { content: 'Once', scheduledAt: fromNow(frogy, HOUR_MS) }
    const first = await create(frogy, layla, post, key)
    await layla.call('DELETE /api/posts/{id}', { params: { id: first.body.id } })
    const again = await create(frogy, layla, post, key)
    expect(again).toMatchObject({ status: 201, body: first.body })
    expect(again.headers.get('etag')).toBe(first.headers.get('etag'))
    expect(await layla.call('GET /api/posts', {})).toEqual([])
  })

  test('creates separate posts for another user, another idempotency key or no key', async () => {
    const [layla, omar] = [await frogy.person(), await frogy.person()]
    const key = { 'idempotency-key': 'the same for both' }
    const ids = [
      (await create(frogy, layla, {}, key)).body.id,
      (await create(frogy, omar, {}, key)).body.id,
      (await create(frogy, layla, {}, { 'idempotency-key': 'another' })).body.id,
      (await create(frogy, layla, {})).body.id,
      (await create(frogy, layla, {})).body.id,
    ]
    expect(new Set(ids).size).toBe(5)
  })

  test('refuses an overlong idempotency key', async () => {
    const layla = await frogy.person()
    const { status, body } = await create(frogy, layla, {}, { 'idempotency-key': 'k'.repeat(201) })
    expect({ status, path: body.issues?.[0]?.path }).toEqual({ status: 422, path: 'Idempotency-Key' })
  })
})
