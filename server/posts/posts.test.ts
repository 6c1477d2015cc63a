import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Platform } from '#core/platforms/platform.ts'
import type { Post } from '#core/posts/contract.ts'
import type { Person } from '#tests/support/person.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'
import { tally } from '#tests/support/tally.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

let frogy: Frogy
/** Two people for what leaves nothing behind; making one takes its time, since passwords are hashed slowly. */
let reader: Person
let stranger: Person
beforeAll(async () => {
  frogy = await startFrogy({ THREADS_SCOPES: 'threads_delete' })
  reader = await frogy.person()
  stranger = await frogy.person()
})
afterAll(() => frogy[Symbol.asyncDispose]())

const fromNow = (ms: number): string => new Date(frogy.clock.now().getTime() + ms).toISOString()

type Sent = Partial<Post> & Record<string, unknown>

/** Sends a post as it is, so that wrong ones can be sent too. */
const create = (who: Person, post: Sent, headers: Record<string, string> = {}) =>
  who.ask('POST /api/posts', {
    body: {
      platform: 'threads',
      content: 'Hello',
      status: 'scheduled',
      ...(post.status !== 'published' && { scheduledAt: fromNow(HOUR_MS) }),
      ...post,
    },
    headers,
  })
const change = (who: Person, { id }: { id: string }, body: unknown) =>
  who.ask('PATCH /api/posts/{id}', { params: { id }, body })
const idsOf = (posts: Post[]) => posts.map(({ id }) => id)

describe('a new post', () => {
  test('is stored as it was sent, for its time', async () => {
    const layla = await frogy.person()
    const scheduledAt = fromNow(DAY_MS)
    const video = { id: 'v1', url: 'https://youtu.be/x', platform: 'YouTube', title: 'youtu.be' }
    const { status, body } = await create(layla, {
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

  test('takes hashtags as one string with commas or as a list, and # is added where it is missing', async () => {
    const layla = await frogy.person()
    const tagsOf = async (hashtags: unknown) => (await create(layla, { hashtags } as never)).body.hashtags
    expect(await tagsOf('work, #growth ,, ثقة، عمل')).toEqual(['#work', '#growth', '#ثقة', '#عمل'])
    expect(await tagsOf(['work', '#growth', ' '])).toEqual(['#work', '#growth'])
    expect(await tagsOf(null)).toEqual([])
    expect(await tagsOf('')).toEqual([])
  })

  test('takes an instant with any offset and answers it in UTC', async () => {
    const layla = await frogy.person()
    const { body } = await create(layla, { scheduledAt: '2031-05-01T09:30:00+03:00' })
    expect(body.scheduledAt).toBe('2031-05-01T06:30:00.000Z')
  })

  test('with a time in the past is refused, unless it passed within the last minute', async () => {
    const layla = await frogy.person()
    expect((await create(layla, { scheduledAt: fromNow(-50_000) })).status).toBe(201)
    const late = await create(layla, { scheduledAt: fromNow(-2 * MINUTE_MS) })
    expect(late).toMatchObject({ status: 400, body: { code: 'time_in_past' } })
    expect(late.body.message).toBe('That time has already passed. Choose a later one.')
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
  ])('with %s for its time is refused, not stored and not an accident', async (scheduledAt) => {
    const { status } = await create(reader, { scheduledAt } as Sent)
    expect([400, 422]).toContain(status)
    expect(await reader.call('GET /api/posts', {})).toEqual([])
  })

  test("the server's clock decides when it was published, whatever the client sent", async () => {
    const layla = await frogy.person('threads')
    const { status, body } = await create(layla, {
      status: 'published',
      scheduledAt: '2001-01-01T00:00:00Z',
      publishedAt: '2001-01-01T00:00:00Z',
    })
    expect({ status, state: body.status }).toEqual({ status: 201, state: 'published' })
    const apart = Math.abs(new Date(body.publishedAt ?? 0).getTime() - frogy.clock.now().getTime())
    expect(apart).toBeLessThan(MINUTE_MS)
  })

  test('cannot be published now where no account is connected, and both languages say so', async () => {
    const layla = await frogy.person()
    const say = async (platform: Platform) => (await create(layla, { platform, status: 'published' })).body
    expect(await say('twitter')).toEqual({ code: 'account_not_connected', message: 'Twitter account not connected' })
    await layla.call('PATCH /api/user', { body: { preferredLanguage: 'ar' } })
    expect(await say('linkedin')).toEqual({ code: 'account_not_connected', message: 'حساب LinkedIn غير متصل' })
    expect(await layla.call('GET /api/posts', {})).toEqual([])
  })

  test('with a picture that is not here is refused', async () => {
    const layla = await frogy.person()
    for (const body of [{ media: { images: ['nope'], videos: [] } }, { images: ['nope'] }] as Sent[]) {
      const reply = await create(layla, body)
      expect(reply.status).toBe(422)
      expect(reply.body.issues).toEqual([
        { path: 'media.images', message: 'This image is not here any more. Add it again.' },
      ])
    }
  })
})

describe('what a network would refuse is refused at once', () => {
  const CASES: [what: string, post: Sent, path: string, english: string, arabic: string][] = [
    [
      'more than 280 on X, as X counts',
      { platform: 'twitter', content: 'é'.repeat(281) },
      'content',
      '1 character too long: X takes 280 at most.',
      'النص أطول من المسموح بحرف واحد: الحد الأقصى في X هو ٢٨٠.',
    ],
    [
      'more than five hashtags on Instagram, those in the text counted in',
      { platform: 'instagram', content: 'Dawn #one', hashtags: ['two', 'three', 'four', 'five', 'six'] },
      'hashtags',
      'Instagram takes at most 5 hashtags.',
      'الحد الأقصى في Instagram ٥ وسوم.',
    ],
    [
      'more than 500 on Threads, hashtags counted in',
      { platform: 'threads', content: 'x'.repeat(495), hashtags: ['#four'] },
      'content',
      '2 characters too long: Threads takes 500 at most.',
      'النص أطول من المسموح بحرفين: الحد الأقصى في Threads هو ٥٠٠.',
    ],
    [
      'more than 3,000 on LinkedIn',
      { platform: 'linkedin', content: 'x'.repeat(3_012) },
      'content',
      '12 characters too long: LinkedIn takes 3,000 at most.',
      'النص أطول من المسموح بـ ١٢ حرفًا: الحد الأقصى في LinkedIn هو ٣٬٠٠٠.',
    ],
    [
      'a post without a picture on Instagram',
      { platform: 'instagram' },
      'media',
      'Instagram takes no post without a picture.',
      'لا يقبل Instagram منشورًا بلا صورة.',
    ],
    [
      'six links on Threads',
      { platform: 'threads', content: Array.from({ length: 6 }, (_, n) => `https://example.com/${n}`).join(' ') },
      'content',
      'Threads takes at most 5 links.',
      'الحد الأقصى في Threads ٥ روابط.',
    ],
    [
      'a byte order mark on X',
      { platform: 'twitter', content: 'Hello\uFEFF there' },
      'content',
      'The text holds a character that X refuses.',
      'في النص حرف لا يقبله X.',
    ],
    ['nothing that can be seen', { content: '\u200F\u200B' }, 'content', 'Write something first.', 'النص فارغ.'],
    ['blanks only', { content: ' \n\t ' }, 'content', 'This is needed.', 'هذا الحقل مطلوب.'],
  ]
  test.each(CASES)('%s', async (_what, post, path, english, arabic) => {
    const issueIn = async (preferredLanguage: 'en' | 'ar') => {
      await reader.call('PATCH /api/user', { body: { preferredLanguage } })
      const { status, body } = await create(reader, post)
      expect({ status, code: body.code }).toEqual({ status: 422, code: 'validation_failed' })
      return body.issues?.find((issue) => issue.path === path)?.message
    }
    expect(await issueIn('ar')).toBe(arabic)
    expect(await issueIn('en')).toBe(english)
  })

  test('while editing and when moving to another network too', async () => {
    const layla = await frogy.person()
    const { body: post } = await create(layla, { platform: 'linkedin', content: 'x'.repeat(600) })
    expect((await change(layla, post, { platform: 'threads' })).body.issues?.[0]?.message).toBe(
      '100 characters too long: Threads takes 500 at most.',
    )
    expect((await change(layla, post, { content: 'x'.repeat(3_001) })).status).toBe(422)
    expect(await layla.read(post)).toEqual(post)
  })

  test('what just fits is taken', async () => {
    const layla = await frogy.person()
    expect((await create(layla, { platform: 'twitter', content: 'م'.repeat(280) })).status).toBe(201)
    expect((await create(layla, { platform: 'threads', content: 'x'.repeat(500) })).status).toBe(201)
    expect((await create(layla, { platform: 'facebook', content: 'x'.repeat(63_206) })).status).toBe(201)
  })
})

describe('the same post sent again', () => {
  test('with the same key is the same post, also when ten arrive at once', async () => {
    const layla = await frogy.person()
    const key = { 'idempotency-key': crypto.randomUUID() }
    const post = { content: 'Once', scheduledAt: fromNow(HOUR_MS) }
    const replies = await Promise.all(Array.from({ length: 10 }, () => create(layla, post, key)))
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1)
    expect(tally(replies.map(({ status }) => status))).toEqual({ 201: 10 })
    expect(await layla.call('GET /api/posts', {})).toHaveLength(1)
  })

  test('to be published now, ten at once, goes out once', async () => {
    const layla = await frogy.person('threads')
    const content = `Once ${crypto.randomUUID()}`
    const key = { 'idempotency-key': crypto.randomUUID() }
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => create(layla, { content, status: 'published' }, key)),
    )
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1)
    for (const { status } of replies) expect([201, 202]).toContain(status)
    expect((await frogy.simulator.posts('threads')).filter(({ text }) => text === content)).toHaveLength(1)
  })

  test('is still the same post when its time has passed and its account is gone in the meantime', async () => {
    await using own = await startFrogy()
    const layla = await own.person('threads')
    const body = {
      platform: 'threads',
      content: 'Once',
      status: 'scheduled',
      scheduledAt: new Date(own.clock.now().getTime() + MINUTE_MS).toISOString(),
    } as const
    const send = () => layla.ask('POST /api/posts', { body, headers: { 'idempotency-key': 'k1' } })
    const first = await send()
    own.clock.advance(HOUR_MS / 2)
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

  test('is answered the same when it was deleted in between, and is not made a second time', async () => {
    const layla = await frogy.person()
    const key = { 'idempotency-key': crypto.randomUUID() }
    const post = { content: 'Once', scheduledAt: fromNow(HOUR_MS) }
    const first = await create(layla, post, key)
    await layla.call('DELETE /api/posts/{id}', { params: { id: first.body.id } })
    const again = await create(layla, post, key)
    expect(again).toMatchObject({ status: 201, body: first.body })
    expect(again.headers.get('etag')).toBe(first.headers.get('etag'))
    expect(await layla.call('GET /api/posts', {})).toEqual([])
  })

  test("is another person's own with the same key, and another one with another key or none", async () => {
    const [layla, omar] = [await frogy.person(), await frogy.person()]
    const key = { 'idempotency-key': 'the same for both' }
    const ids = [
      (await create(layla, {}, key)).body.id,
      (await create(omar, {}, key)).body.id,
      (await create(layla, {}, { 'idempotency-key': 'another' })).body.id,
      (await create(layla, {})).body.id,
      (await create(layla, {})).body.id,
    ]
    expect(new Set(ids).size).toBe(5)
  })

  test('with a key longer than any client makes is refused', async () => {
    const layla = await frogy.person()
    const { status, body } = await create(layla, {}, { 'idempotency-key': 'k'.repeat(201) })
    expect({ status, path: body.issues?.[0]?.path }).toEqual({ status: 422, path: 'Idempotency-Key' })
  })
})

/** Where a list goes on. */
const nextOf = ({ headers }: Response): string | null =>
  /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1] ?? null

describe('the list', () => {
  test('is a plain array, newest first, page by page, and a Link leads on while there is more', async () => {
    const layla = await frogy.person()
    const made: string[] = []
    for (let n = 0; n < 6; n++) made.unshift((await create(layla, { content: `Post ${n}` })).body.id)

    const pages: string[][] = []
    let next: string | null = '/api/posts?limit=2&status=scheduled'
    while (next) {
      const page: Response = await layla.fetch(next)
      pages.push(idsOf((await page.json()) as Post[]))
      next = nextOf(page)
    }
    expect(pages).toEqual([made.slice(0, 2), made.slice(2, 4), made.slice(4, 6)])
    expect(idsOf(await layla.call('GET /api/posts', {}))).toEqual(made)
  })

  test('of what is out begins with what went out last, whenever it was written', async () => {
    const layla = await frogy.person('threads')
    const written: Post[] = []
    for (let n = 0; n < 5; n++) written.push((await create(layla, { platform: 'threads', content: `Word ${n}` })).body)
    const wentOut = [3, 0, 4, 1, 2].map((n) => written[n]?.id ?? '')
    for (const id of wentOut) {
      frogy.clock.advance(1_000)
      await layla.call('POST /api/posts/{id}/publish', { params: { id } })
    }
    const pages: string[][] = []
    let next: string | null = '/api/posts?limit=2&status=published'
    while (next) {
      const page: Response = await layla.fetch(next)
      pages.push(idsOf((await page.json()) as Post[]))
      next = nextOf(page)
    }
    expect(pages.flat()).toEqual(wentOut.toReversed())
    expect(pages).toHaveLength(3)
  })

  test('of what is to come has no end before its last post', async () => {
    const layla = await frogy.person()
    const [soon, later, last] = [fromNow(DAY_MS), fromNow(2 * DAY_MS), fromNow(3 * DAY_MS)]
    const made: Post[] = []
    for (const scheduledAt of [last, soon, later, soon, last]) made.push((await create(layla, { scheduledAt })).body)
    const found: Post[] = []
    let next: string | null = '/api/posts/scheduled?limit=2'
    while (next) {
      const page: Response = await layla.fetch(next)
      found.push(...((await page.json()) as Post[]))
      next = nextOf(page)
    }
    expect(found.map(({ scheduledAt }) => scheduledAt)).toEqual([soon, soon, later, last, last])
    expect(idsOf(found).toSorted()).toEqual(idsOf(made).toSorted())
  })

  test('a page goes on where it was, although newer posts came in between', async () => {
    const layla = await frogy.person()
    const [first, second] = [(await create(layla, {})).body.id, (await create(layla, {})).body.id]
    const page = await layla.ask('GET /api/posts', { query: { limit: '1' } })
    expect(idsOf(page.body)).toEqual([second])
    await create(layla, {})
    const next = /^<([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1] ?? ''
    expect(idsOf((await (await layla.fetch(next)).json()) as Post[])).toEqual([first])
  })

  test('is filtered by status, network, time and words', async () => {
    const layla = await frogy.person('threads')
    const published = (await create(layla, { status: 'published', content: `Out ${crypto.randomUUID()}` })).body
    const soon = (await create(layla, { content: '100% ثقة_كاملة', scheduledAt: fromNow(HOUR_MS) })).body
    const later = (
      await create(layla, { platform: 'linkedin', content: '1000 C:\\path', scheduledAt: fromNow(3 * DAY_MS) })
    ).body
    const found = async (query: Record<string, string>) => idsOf(await layla.call('GET /api/posts', { query }))

    expect(await found({ status: 'published' })).toEqual([published.id])
    expect(await found({ status: 'scheduled' })).toEqual([later.id, soon.id])
    expect(await found({ platform: 'linkedin' })).toEqual([later.id])
    expect(await found({ from: fromNow(2 * DAY_MS) })).toEqual([later.id])
    expect(await found({ to: fromNow(MINUTE_MS) })).toEqual([published.id])
    expect(await found({ from: fromNow(MINUTE_MS), to: fromNow(DAY_MS) })).toEqual([soon.id])
    expect(await found({ q: '100%' })).toEqual([soon.id])
    expect(await found({ q: 'ثقة_' })).toEqual([soon.id])
    expect(await found({ q: 'c:\\P' })).toEqual([later.id])
    expect(await found({ q: "'; drop table posts; --" })).toEqual([])
    expect(await found({ status: 'scheduled', platform: 'threads', q: 'ثقة' })).toEqual([soon.id])
  })

  test.each<Record<string, string>>([
    { limit: '0' },
    { limit: '1001' },
    { limit: 'all' },
    { status: 'lost' },
    { platform: 'myspace' },
    { from: 'yesterday' },
    { from: '0000-01-01T00:00:00Z' },
    { to: '2031-13-01T00:00:00Z' },
    { cursor: 'made-up' },
    { cursor: Buffer.from('9999-99-99T00:00:00.000Z|00000000-0000-0000-0000-000000000000').toString('base64url') },
    { cursor: Buffer.from(`2026-01-01T00:00:00.000Z|${'-'.repeat(36)}`).toString('base64url') },
    { q: 'x'.repeat(201) },
    { q: 'nul \0' },
    { sort: 'oldest' },
  ])('refuses %o in words', async (query) => {
    const { status, body } = await reader.ask('GET /api/posts', { query })
    expect({ status, code: body.code }).toEqual({ status: 422, code: 'validation_failed' })
    expect(body.issues?.map(({ path }) => path)).toEqual(Object.keys(query))
  })

  test('takes any offset that an instant can have', async () => {
    const layla = await frogy.person()
    await create(layla, {})
    for (const offset of ['+00:00', '+23:00', '-23:59']) {
      expect(await layla.call('GET /api/posts', { query: { from: `2020-01-01T00:00:00${offset}` } })).toHaveLength(1)
      expect(
        await layla.call('GET /api/posts/scheduled', { query: { from: `2020-01-01T00:00:00${offset}` } }),
      ).toHaveLength(1)
      await layla.call('GET /api/posts/summary', { query: { weekFrom: `2020-01-01T00:00:00${offset}` } })
    }
  })

  test('of the scheduled ones is soonest first, within the times asked for', async () => {
    const layla = await frogy.person('threads')
    const [late, soon] = [
      (await create(layla, { scheduledAt: fromNow(2 * DAY_MS) })).body,
      (await create(layla, { scheduledAt: fromNow(HOUR_MS) })).body,
    ]
    await create(layla, { status: 'published', content: `Out ${crypto.randomUUID()}` })
    const scheduled = (query?: Record<string, string>) => layla.call('GET /api/posts/scheduled', { query })
    expect(idsOf(await scheduled())).toEqual([soon.id, late.id])
    expect(idsOf(await scheduled({ from: fromNow(DAY_MS) }))).toEqual([late.id])
    expect(idsOf(await scheduled({ to: late.scheduledAt ?? '' }))).toEqual([soon.id])
    expect(idsOf(await scheduled({ from: late.scheduledAt ?? '' }))).toEqual([late.id])
  })

  test('the summary counts what there is, and the week from when it begins', async () => {
    const layla = await frogy.person('threads', 'linkedin')
    await create(layla, { status: 'published', content: `One ${crypto.randomUUID()}` })
    await create(layla, { status: 'published', platform: 'linkedin', content: `Two ${crypto.randomUUID()}` })
    const next = (await create(layla, { scheduledAt: fromNow(HOUR_MS) })).body
    await create(layla, { scheduledAt: fromNow(20 * DAY_MS) })
    const weekFrom = fromNow(-DAY_MS)
    const summary = await layla.call('GET /api/posts/summary', { query: { weekFrom } })
    expect(summary).toEqual({
      byStatus: { draft: 0, scheduled: 2, publishing: 0, published: 2, failed: 0, missed: 0, unconfirmed: 0 },
      byPlatform: [
        { platform: 'linkedin', published: 1, engagement: 0 },
        { platform: 'twitter', published: 0, engagement: 0 },
        { platform: 'facebook', published: 0, engagement: 0 },
        { platform: 'instagram', published: 0, engagement: 0 },
        { platform: 'threads', published: 1, engagement: 0 },
      ],
      week: { published: 2, engagement: 0, scheduled: 1 },
      next: { id: next.id, platform: 'threads', scheduledAt: next.scheduledAt },
    })
    const another = await layla.call('GET /api/posts/summary', { query: { weekFrom: fromNow(15 * DAY_MS) } })
    expect(another.week).toEqual({ published: 0, engagement: 0, scheduled: 1 })
  })

  test('of somebody new is empty, and so is their summary', async () => {
    const layla = await frogy.person()
    expect(await layla.call('GET /api/posts', {})).toEqual([])
    expect(await layla.call('GET /api/posts/scheduled', {})).toEqual([])
    const { next, week } = await layla.call('GET /api/posts/summary', {})
    expect({ next, week }).toEqual({ next: null, week: { published: 0, engagement: 0, scheduled: 0 } })
  })
})

describe('changing', () => {
  test('text, hashtags, time and network, each raising the revision', async () => {
    const layla = await frogy.person('threads', 'linkedin')
    const { body: post } = await create(layla, { hashtags: ['one'] })
    const at = fromNow(DAY_MS)
    expect((await change(layla, post, { content: 'Better' })).body).toMatchObject({
      content: 'Better',
      revision: 2,
      hashtags: ['#one'],
    })
    expect((await change(layla, post, { scheduledAt: at })).body).toMatchObject({
      scheduledAt: at,
      revision: 3,
      status: 'scheduled',
    })
    expect((await change(layla, post, { hashtags: ['two'] })).body).toMatchObject({
      hashtags: ['#two'],
      content: 'Better',
    })
    const moved = (await change(layla, post, { platform: 'linkedin' })).body
    const account = (await layla.call('GET /api/social-accounts', {})).find(({ platform }) => platform === 'linkedin')
    expect(moved).toMatchObject({ platform: 'linkedin', accountId: account?.id, scheduledAt: at, revision: 5 })
    expect(await layla.read(post)).toEqual(moved)
  })

  test.each([[null], ['']])(
    'its time to %o takes it off the calendar: it is a draft until it gets one again',
    async (scheduledAt) => {
      const layla = await frogy.person()
      const { body: post } = await create(layla, {})
      expect((await change(layla, post, { scheduledAt })).body).toMatchObject({ status: 'draft', scheduledAt: null })
      expect(await layla.call('GET /api/posts/scheduled', {})).toEqual([])
      expect((await change(layla, post, { content: 'Still a draft' })).body.status).toBe('draft')
      expect((await change(layla, post, { scheduledAt: fromNow(HOUR_MS) })).body.status).toBe('scheduled')
    },
  )

  test('its time forgets the passing trouble that it had at the time before', async () => {
    await using own = await startFrogy()
    const layla = await own.person('twitter')
    const at = new Date(own.clock.now().getTime() + MINUTE_MS)
    const post = await layla.schedule({ platform: 'twitter', content: 'Hello', at })
    await own.simulator.fault({ platform: 'twitter', operation: 'publish', fault: 'status', status: 429 })
    own.clock.advanceTo(at)
    const waiting = await layla.until(post, ({ failure }) => failure !== null)
    expect(waiting).toMatchObject({ status: 'scheduled', failure: { code: 'rate_limited' } })
    const tomorrow = new Date(own.clock.now().getTime() + DAY_MS).toISOString()
    expect((await change(layla, post, { scheduledAt: tomorrow })).body).toMatchObject({
      status: 'scheduled',
      failure: null,
    })
  })

  test('its time into the past is refused', async () => {
    const layla = await frogy.person()
    const { body: post } = await create(layla, {})
    expect(await change(layla, post, { scheduledAt: fromNow(-2 * MINUTE_MS) })).toMatchObject({
      status: 400,
      body: { code: 'time_in_past' },
    })
    expect(await layla.read(post)).toEqual(post)
  })

  test('is over once it is out', async () => {
    const layla = await frogy.person('threads')
    const { body: post } = await create(layla, { status: 'published', content: `Out ${crypto.randomUUID()}` })
    for (const body of [{ content: 'Better' }, { scheduledAt: null }, { scheduledAt: fromNow(HOUR_MS) }]) {
      expect(await change(layla, post, body)).toMatchObject({ status: 409, body: { code: 'already_published' } })
    }
    const again = await layla.ask('POST /api/posts/{id}/publish', { params: { id: post.id } })
    expect(again).toMatchObject({ status: 409, body: { code: 'already_published' } })
  })

  test('to an account of another network, or of another person, is refused', async () => {
    const [layla, omar] = [await frogy.person('threads', 'linkedin'), await frogy.person('threads')]
    const { body: post } = await create(layla, {})
    const linkedin = (await layla.call('GET /api/social-accounts', {})).find(({ platform }) => platform === 'linkedin')
    const [omars] = await omar.call('GET /api/social-accounts', {})
    for (const accountId of [linkedin?.id, omars?.id, crypto.randomUUID()]) {
      expect((await change(layla, post, { accountId })).status).toBe(404)
    }
    expect(await layla.read(post)).toEqual(post)
  })

  describe('a state that is meant', () => {
    const meaning = (tag: string) => ({ 'if-match': tag })

    test('is told with every answer, and another one is refused, with nothing changed', async () => {
      const layla = await frogy.person('threads')
      const made = await create(layla, {})
      expect(made.headers.get('etag')).toBe('"1"')
      const params = { id: made.body.id }
      const edit = (content: string, tag: string) =>
        layla.ask('PATCH /api/posts/{id}', { params, body: { content }, headers: meaning(tag) })
      const first = await edit('The first tab', '"1"')
      expect({ status: first.status, tag: first.headers.get('etag') }).toEqual({ status: 200, tag: '"2"' })
      expect((await layla.ask('GET /api/posts/{id}', { params })).headers.get('etag')).toBe('"2"')

      const headers = meaning('"1"')
      const refusals = [
        await edit('The second tab', '"1"'),
        await layla.ask('DELETE /api/posts/{id}', { params, headers }),
        await layla.ask('POST /api/posts/{id}/publish', { params, headers }),
      ]
      expect(refusals.map(({ status, body }) => [status, body.code])).toEqual(
        refusals.map(() => [409, 'changed_meanwhile']),
      )
      expect(refusals[0]?.body.message).toMatch(/^This post was changed meanwhile/)
      expect(await layla.read(made.body)).toEqual(first.body)

      for (const tag of ['"2"', 'W/"3"', '"1", "4"', '*'])
        expect((await edit(`Meant ${tag}`, tag)).body.content).toBe(`Meant ${tag}`)
      expect((await layla.ask('POST /api/posts/{id}/publish', { params, headers: meaning('"6"') })).status).toBe(200)
    })

    test.each(['1', '"one"', '"1', '"1",', '"99999999999"', '"1"'.repeat(60)])('%s is no state', async (tag) => {
      const { body: post } = await create(reader, {})
      const { status, body } = await reader.ask('PATCH /api/posts/{id}', {
        params: { id: post.id },
        body: { content: 'Better' },
        headers: meaning(tag),
      })
      expect({ status, path: body.issues?.[0]?.path }).toEqual({ status: 422, path: 'If-Match' })
      await reader.call('DELETE /api/posts/{id}', { params: { id: post.id } })
    })

    test('counts less than what became of the post', async () => {
      const layla = await frogy.person('threads')
      const { body: post } = await create(layla, {})
      const params = { id: post.id }
      await layla.call('PATCH /api/posts/{id}', { params, body: { content: `Out ${crypto.randomUUID()}` } })
      await layla.call('POST /api/posts/{id}/publish', { params })
      const headers = meaning('"1"')
      for (const reply of [
        await layla.ask('PATCH /api/posts/{id}', { params, body: { content: 'Late' }, headers }),
        await layla.ask('DELETE /api/posts/{id}', { params, headers }),
        await layla.ask('POST /api/posts/{id}/publish', { params, headers }),
      ])
        expect(reply).toMatchObject({ status: 409, body: { code: 'already_published' } })
      const late = await layla.ask('POST /api/posts/{id}/resolve', { params, body: { outcome: 'live' }, headers })
      expect(late).toMatchObject({ status: 409, body: { code: 'not_unconfirmed' } })
    })

    test('is changed by people only: what the worker does to a post leaves it as it was', async () => {
      await using own = await startFrogy()
      const layla = await own.person('twitter')
      const at = new Date(own.clock.now().getTime() + MINUTE_MS)
      const post = await layla.schedule({ platform: 'twitter', content: 'Hello', at })
      await own.simulator.fault({ platform: 'twitter', operation: 'publish', fault: 'status', status: 429 })
      own.clock.advanceTo(at)
      const waiting = await layla.until(post, ({ failure }) => failure !== null)
      expect(waiting).toMatchObject({ status: 'scheduled', revision: 1 })
      own.clock.advance(HOUR_MS / 2)
      expect(await layla.decided(post)).toMatchObject({ status: 'published', revision: 1 })
    })
  })

  test('takes only what may be changed', async () => {
    const layla = await frogy.person()
    const { body: post } = await create(layla, {})
    for (const body of [
      { status: 'published' },
      { engagement: 9 },
      { userId: post.id },
      { revision: 7 },
      { id: post.id },
    ]) {
      const { status, body: error } = await change(layla, post, body)
      expect({ status, paths: error.issues?.map(({ path }) => path) }).toEqual({
        status: 422,
        paths: Object.keys(body),
      })
    }
    expect(await layla.read(post)).toEqual(post)
  })

  test('many times at once loses none of the changes', async () => {
    const layla = await frogy.person()
    const { body: post } = await create(layla, {})
    await Promise.all(Array.from({ length: 8 }, (_, n) => change(layla, post, { content: `Version ${n}` })))
    expect((await layla.read(post)).revision).toBe(9)
  })
})

describe('publishing what is there', () => {
  test('a draft and a scheduled post go out at once when asked, and their attempts can be read', async () => {
    const layla = await frogy.person('threads')
    for (const draft of [true, false]) {
      const content = `Now ${crypto.randomUUID()}`
      const { body: post } = await create(layla, { content })
      if (draft) await change(layla, post, { scheduledAt: null })
      const reply = await layla.ask('POST /api/posts/{id}/publish', { params: { id: post.id } })
      expect({ status: reply.status, state: reply.body.status }).toEqual({ status: 200, state: 'published' })
      expect((await frogy.simulator.posts('threads')).filter(({ text }) => text === content)).toHaveLength(1)
      const attempts = await layla.call('GET /api/posts/{id}/attempts', { params: { id: post.id } })
      expect(attempts).toMatchObject([{ number: 1, state: 'accepted', failure: null }])
    }
  })

  test('without an account it stays what it was', async () => {
    const layla = await frogy.person()
    const { body: post } = await create(layla, {})
    expect(await layla.ask('POST /api/posts/{id}/publish', { params: { id: post.id } })).toMatchObject({
      status: 409,
      body: { code: 'account_not_connected' },
    })
    expect(await layla.read(post)).toEqual(post)
  })

  test('asked several times at once it goes out once', async () => {
    const layla = await frogy.person('threads')
    const content = `Now ${crypto.randomUUID()}`
    const { body: post } = await create(layla, { content })
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => layla.ask('POST /api/posts/{id}/publish', { params: { id: post.id } })),
    )
    expect(tally(replies.map(({ status }) => status))).toEqual({ 200: 1, 409: 4 })
    expect((await frogy.simulator.posts('threads')).filter(({ text }) => text === content)).toHaveLength(1)
  })

  test('an answer about a post that nobody is unsure of is refused', async () => {
    const layla = await frogy.person()
    const { body: post } = await create(layla, {})
    for (const outcome of ['live', 'not_live'] as const) {
      const reply = await layla.ask('POST /api/posts/{id}/resolve', { params: { id: post.id }, body: { outcome } })
      expect(reply).toMatchObject({ status: 409, body: { code: 'not_unconfirmed' } })
    }
    const silly = await layla.ask('POST /api/posts/{id}/resolve', {
      params: { id: post.id },
      body: { outcome: 'maybe' },
    })
    expect(silly.status).toBe(422)
  })
})

describe('deleting', () => {
  const remove = (who: Person, { id }: { id: string }, network?: string) =>
    who.ask('DELETE /api/posts/{id}', { params: { id }, ...(network !== undefined && { query: { network } }) })

  test('a scheduled post takes it off the calendar for good', async () => {
    const layla = await frogy.person()
    const { body: post } = await create(layla, {})
    expect((await remove(layla, post)).status).toBe(204)
    expect((await layla.ask('GET /api/posts/{id}', { params: { id: post.id } })).status).toBe(404)
    expect((await remove(layla, post)).status).toBe(404)
  })

  test.each(['linkedin', 'twitter', 'facebook', 'threads'] as const)(
    'a published post says whether it is to leave %s too, or is refused',
    async (platform) => {
      const layla = await frogy.person(platform)
      const [kept, gone] = [`Kept ${crypto.randomUUID()}`, `Gone ${crypto.randomUUID()}`]
      const publish = async (content: string) => (await create(layla, { platform, status: 'published', content })).body
      const [first, second] = [await publish(kept), await publish(gone)]
      for (const post of [first, second]) {
        expect(await remove(layla, post)).toMatchObject({ status: 409, body: { code: 'already_published' } })
        expect(await layla.read(post)).toEqual(post)
      }
      expect((await remove(layla, first, 'false')).status).toBe(204)
      expect((await remove(layla, second, 'true')).status).toBe(204)
      const posts = await frogy.simulator.posts(platform)
      expect(posts.find(({ text }) => text === kept)).toMatchObject({ deleted: false })
      expect(posts.find(({ text }) => text === gone)?.deleted ?? true).toBe(true)
      expect(await layla.call('GET /api/posts', {})).toEqual([])
    },
  )

  test('at a network that no longer knows us fails, and the post stays', async () => {
    const layla = await frogy.person('linkedin')
    const { body: post } = await create(layla, {
      platform: 'linkedin',
      status: 'published',
      content: `Out ${crypto.randomUUID()}`,
    })
    const [account] = await layla.call('GET /api/social-accounts', {})
    await layla.call('DELETE /api/social-accounts/{id}', { params: { id: account?.id ?? '' } })
    const refused = await remove(layla, post, 'true')
    expect(refused).toMatchObject({ status: 502, body: { code: 'platform_failed' } })
    expect((await layla.read(post)).status).toBe('published')
    expect((await remove(layla, post, 'false')).status).toBe(204)
  })

  test('takes no other word than true and false', async () => {
    const layla = await frogy.person()
    const { body: post } = await create(layla, {})
    expect((await remove(layla, post, 'yes')).status).toBe(422)
    expect((await remove(layla, post, 'false')).status).toBe(204)
  })
})

describe("another person's post", () => {
  const EVERY_CALL = [
    ['GET', ''],
    ['GET', '/attempts'],
    ['PATCH', '', { content: 'Mine now' }],
    ['POST', '/publish'],
    ['POST', '/resolve', { outcome: 'live' }],
    ['DELETE', ''],
    ['DELETE', '?network=true'],
  ] as const
  const send = async (who: Person, id: string, [method, path, body]: (typeof EVERY_CALL)[number]) =>
    await who.fetch(`/api/posts/${id}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })

  test.each(EVERY_CALL)('is not there: %s %s', async (...call) => {
    const { body: post } = await create(reader, {})
    const reply = await send(stranger, post.id, call as never)
    expect({ status: reply.status, code: ((await reply.json()) as { code: string }).code }).toEqual({
      status: 404,
      code: 'not_found',
    })
    expect(await reader.read(post)).toEqual(post)
    expect(await stranger.call('GET /api/posts', {})).toEqual([])
  })

  test.each(['1', 'not-a-uuid', '%2e%2e', "' or 1=1 --", '00000000-0000-0000-0000-00000000000g', 'x'.repeat(300)])(
    'an id like %s is not there either',
    async (id) => {
      for (const call of EVERY_CALL) expect((await send(reader, encodeURIComponent(id), call)).status).toBe(404)
    },
  )

  test('is not there for a visitor: they are asked to sign in', async () => {
    const layla = await frogy.person()
    const { body: post } = await create(layla, {})
    for (const call of EVERY_CALL) expect((await send(frogy.visitor(), post.id, call)).status).toBe(401)
    expect((await frogy.visitor().fetch('/api/posts')).status).toBe(401)
  })
})

test('links of videos go out behind the text, as the preview has them', async () => {
  const layla = await frogy.person('twitter')
  const video = { id: 'v1', url: 'https://youtu.be/abc123' }
  const content = `Watch this ${crypto.randomUUID()}`
  await layla.call('POST /api/posts', {
    body: { platform: 'twitter', content, status: 'published', media: { videos: [video] } },
  })
  const sent = (await frogy.simulator.posts('twitter')).find(({ text }) => text.startsWith(content))
  expect(sent?.text).toBe(`${content}\n\nhttps://youtu.be/abc123`)
})
