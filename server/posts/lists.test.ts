import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PLATFORMS } from '#core/platforms/platform.ts'
import type { Post } from '#core/posts/contract.ts'
import type { Person } from '#tests/support/person.ts'
import { create, DAY_MS, fromNow, HOUR_MS, idsOf, MINUTE_MS } from '#tests/support/post-requests.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

let frogy: Frogy
let reader: Person
beforeAll(async () => {
  frogy = await startFrogy()
  reader = await frogy.person()
})
afterAll(() => frogy[Symbol.asyncDispose]())

/** The URL of the next page. */
const nextOf = ({ headers }: Response): string | null =>
  /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1] ?? null

describe('post list', () => {
  test('returns a page of posts as an array, newest first, with a Link header to the next page', async () => {
    const layla = await frogy.person()
    const made: string[] = []
    for (let n = 0; n < 6; n++) made.unshift((await create(frogy, layla, { content: `Post ${n}` })).body.id)

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

  test('lists published posts by the time of publication, not of creation', async () => {
    const layla = await frogy.person('threads')
    const written: Post[] = []
    for (let n = 0; n < 5; n++)
      written.push((await create(frogy, layla, { platform: 'threads', content: `Word ${n}` })).body)
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

  test('returns each scheduled post exactly once over all pages', async () => {
    const layla = await frogy.person()
    const [soon, later, last] = [fromNow(frogy, DAY_MS), fromNow(frogy, 2 * DAY_MS), fromNow(frogy, 3 * DAY_MS)]
    const made: Post[] = []
    for (const scheduledAt of [last, soon, later, soon, last])
      made.push((await create(frogy, layla, { scheduledAt })).body)
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

  test('continues a list at the same post when newer posts are added between pages', async () => {
    const layla = await frogy.person()
    const [first, second] = [(await create(frogy, layla, {})).body.id, (await create(frogy, layla, {})).body.id]
    const page = await layla.ask('GET /api/posts', { query: { limit: '1' } })
    expect(idsOf(page.body)).toEqual([second])
    await create(frogy, layla, {})
    const next = /^<([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1] ?? ''
    expect(idsOf((await (await layla.fetch(next)).json()) as Post[])).toEqual([first])
  })

  test('filters posts by status, network, time and words', async () => {
    const layla = await frogy.person('threads')
    const published = (await create(frogy, layla, { status: 'published', content: `Out ${crypto.randomUUID()}` })).body
    const soon = (await create(frogy, layla, { content: '100% ثقة_كاملة', scheduledAt: fromNow(frogy, HOUR_MS) })).body
    const later = (
      await create(frogy, layla, {
        platform: 'linkedin',
        content: '1000 C:\\path',
        scheduledAt: fromNow(frogy, 3 * DAY_MS),
      })
    ).body
    const found = async (query: Record<string, string>) => idsOf(await layla.call('GET /api/posts', { query }))

    expect(await found({ status: 'published' })).toEqual([published.id])
    expect(await found({ status: 'scheduled' })).toEqual([later.id, soon.id])
    expect(await found({ status: 'published,scheduled' })).toEqual(await found({}))
    expect(await found({ status: 'failed,missed' })).toEqual([])
    expect(await found({ platform: 'linkedin' })).toEqual([later.id])
    expect(await found({ from: fromNow(frogy, 2 * DAY_MS) })).toEqual([later.id])
    expect(await found({ to: fromNow(frogy, MINUTE_MS) })).toEqual([published.id])
    expect(await found({ from: fromNow(frogy, MINUTE_MS), to: fromNow(frogy, DAY_MS) })).toEqual([soon.id])
    expect(await found({ q: '100%' })).toEqual([soon.id])
    expect(await found({ q: 'ثقة_' })).toEqual([soon.id])
    expect(await found({ q: 'c:\\P' })).toEqual([later.id])
    expect(await found({ q: "'; drop table posts; --" })).toEqual([])
    expect(await found({ status: 'scheduled', platform: 'threads', q: 'ثقة' })).toEqual([soon.id])
  })

  test('finds Arabic text with or without vowel signs, in any letter form, and with Arabic or Western digits', async () => {
    const layla = await frogy.person()
    const content = 'إطلاقُ الخدمةِ في أبريل ٢٠٢٦: شؤون القرى (100%) [a|b]'
    const { id } = (await create(frogy, layla, { content })).body
    const found = async (q: string) => idsOf(await layla.call('GET /api/posts', { query: { q } }))
    const finding = ['اطلاق الخدمه', 'اِطلاق', 'إطـلاق', 'ابريل 2026', 'شوون القري', '(١٠٠%)', '[A|B]', '(', '[a']
    for (const q of finding) expect([q, await found(q)]).toEqual([q, [id]])
    const notFinding = ['.', '.*', '^', String.raw`\d`, '***:x', '(?i)', 'اطلاق خدمه', 'ـ'.repeat(200), 'إ'.repeat(200)]
    for (const q of notFinding) expect([q, await found(q)]).toEqual([q, []])
  })

  test.each<Record<string, string>>([
    { limit: '0' },
    { limit: '1001' },
    { limit: 'all' },
    { status: 'lost' },
    { status: 'failed,lost' },
    { status: 'failed,' },
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
  ])('refuses list filter %o with a message', async (query) => {
    const { status, body } = await reader.ask('GET /api/posts', { query })
    expect({ status, code: body.code }).toEqual({ status: 422, code: 'validation_failed' })
    expect(body.issues?.map(({ path }) => path)).toEqual(Object.keys(query))
  })

  test('accepts a time range with any UTC offset in the filter of a list', async () => {
    const layla = await frogy.person()
    await create(frogy, layla, {})
    for (const offset of ['+00:00', '+23:00', '-23:59']) {
      expect(await layla.call('GET /api/posts', { query: { from: `2020-01-01T00:00:00${offset}` } })).toHaveLength(1)
      expect(
        await layla.call('GET /api/posts/scheduled', { query: { from: `2020-01-01T00:00:00${offset}` } }),
      ).toHaveLength(1)
      await layla.call('GET /api/posts/summary', { query: { weekFrom: `2020-01-01T00:00:00${offset}` } })
    }
  })

  test('lists scheduled posts soonest first, within the requested times', async () => {
    const layla = await frogy.person('threads')
    const [late, soon] = [
      (await create(frogy, layla, { scheduledAt: fromNow(frogy, 2 * DAY_MS) })).body,
      (await create(frogy, layla, { scheduledAt: fromNow(frogy, HOUR_MS) })).body,
    ]
    await create(frogy, layla, { status: 'published', content: `Out ${crypto.randomUUID()}` })
    const scheduled = (query?: Record<string, string>) => layla.call('GET /api/posts/scheduled', { query })
    expect(idsOf(await scheduled())).toEqual([soon.id, late.id])
    expect(idsOf(await scheduled({ from: fromNow(frogy, DAY_MS) }))).toEqual([late.id])
    expect(idsOf(await scheduled({ to: late.scheduledAt ?? '' }))).toEqual([soon.id])
    expect(idsOf(await scheduled({ from: late.scheduledAt ?? '' }))).toEqual([late.id])
  })

  test('counts all posts and those of the current week in the summary', async () => {
    const layla = await frogy.person('threads', 'linkedin')
    const publish = async (platform: 'threads' | 'linkedin') =>
      (await create(frogy, layla, { status: 'published', platform, content: `Out ${crypto.randomUUID()}` })).body
    const [first, second] = [await publish('threads'), await publish('linkedin')]
    const next = (await create(frogy, layla, { scheduledAt: fromNow(frogy, HOUR_MS) })).body
    await create(frogy, layla, { scheduledAt: fromNow(frogy, 20 * DAY_MS) })
    const weekFrom = fromNow(frogy, -DAY_MS)
    const summary = await layla.call('GET /api/posts/summary', { query: { weekFrom } })
    expect(summary).toEqual({
      byStatus: {
        draft: 0,
        in_review: 0,
        scheduled: 2,
        publishing: 0,
        published: 2,
        failed: 0,
        missed: 0,
        unconfirmed: 0,
      },
      byPlatform: PLATFORMS.map((platform) => ({
        platform,
        published: platform === 'linkedin' || platform === 'threads' ? 1 : 0,
        engagement: 0,
        isReported: false,
      })),
      week: { published: 2, engagement: 0, isReported: false, scheduled: 1 },
      views: null,
      next: {
        id: next.id,
        platform: 'threads',
        accountId: next.accountId,
        formerAccount: null,
        scheduledAt: next.scheduledAt,
      },
      days: [],
      recent: [await layla.read(second), await layla.read(first)],
      troubled: [],
      underWay: [],
    })
    const another = await layla.call('GET /api/posts/summary', { query: { weekFrom: fromNow(frogy, 15 * DAY_MS) } })
    expect(another.week).toEqual({ published: 0, engagement: 0, isReported: false, scheduled: 1 })
  })

  test('returns an empty list and summary for a new user', async () => {
    const layla = await frogy.person()
    expect(await layla.call('GET /api/posts', {})).toEqual([])
    expect(await layla.call('GET /api/posts/scheduled', {})).toEqual([])
    const { next, week } = await layla.call('GET /api/posts/summary', {})
    expect({ next, week }).toEqual({
      next: null,
      week: { published: 0, engagement: 0, isReported: false, scheduled: 0 },
    })
  })
})
