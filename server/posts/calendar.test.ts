import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { create, DAY_MS } from '#tests/support/post-requests.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

let frogy: Frogy
beforeAll(async () => {
  frogy = await startFrogy()
})
afterAll(() => frogy[Symbol.asyncDispose]())

const DAYS = { daysFrom: '2030-03-01', daysTo: '2030-03-31' }

describe('calendar', () => {
  test("groups posts by calendar day in the user's time zone", async () => {
    const layla = await frogy.person('linkedin', 'threads')
    await layla.call('PATCH /api/user', { body: { timeZone: 'America/New_York' } })
    const late = (await create(frogy, layla, { scheduledAt: '2030-03-10T03:59:00.000Z', content: ' Late on 9 March' }))
      .body
    const early = (
      await create(frogy, layla, {
        scheduledAt: '2030-03-11T03:30:00.000Z',
        platform: 'linkedin',
        content: 'x'.repeat(900),
      })
    ).body
    await create(frogy, layla, { status: 'draft', content: 'Has no day' })
    const days = await layla.call('GET /api/posts/calendar', { query: DAYS })
    expect(days).toEqual([
      {
        date: '2030-03-09',
        byStatus: { scheduled: 1 },
        posts: [
          {
            id: late.id,
            platform: late.platform,
            status: 'scheduled',
            at: late.scheduledAt,
            opening: 'Late on 9 March',
            picture: null,
            isDelayed: false,
            accountId: late.accountId,
            formerAccount: null,
            revision: late.revision,
          },
        ],
      },
      {
        date: '2030-03-10',
        byStatus: { scheduled: 1 },
        posts: [expect.objectContaining({ id: early.id, opening: 'x'.repeat(140) })],
      },
    ])
    const inRiyadh = await layla.call('GET /api/posts/calendar', { query: { ...DAYS, timeZone: 'Asia/Riyadh' } })
    expect(inRiyadh.map(({ date }) => date)).toEqual(['2030-03-10', '2030-03-11'])
  })

  test('counts all posts of a calendar day and returns the first eight, published posts by publication time', async () => {
    const layla = await frogy.person('threads')
    const from = frogy.clock.now().toISOString().slice(0, 10)
    const out = (await create(frogy, layla, { status: 'published', platform: 'threads', content: 'It is out' })).body
    for (let n = 9; n >= 0; n--)
      await create(frogy, layla, {
        platform: 'threads',
        content: `Post ${n}`,
        scheduledAt: `2030-03-05T1${n}:00:00.000Z`,
      })
    const calendar = (query: Record<string, string>) => layla.call('GET /api/posts/calendar', { query })
    const [day] = await calendar(DAYS)
    expect(day?.byStatus).toEqual({ scheduled: 10 })
    expect(day?.posts.map(({ opening }) => opening)).toEqual([0, 1, 2, 3, 4, 5, 6, 7].map((n) => `Post ${n}`))
    const [today] = await calendar({
      daysFrom: from,
      daysTo: new Date(Date.parse(from) + DAY_MS).toISOString().slice(0, 10),
    })
    expect(today).toMatchObject({ byStatus: { published: 1 }, posts: [{ id: out.id, at: out.publishedAt }] })

    const found = async (query: Record<string, string>) =>
      (await calendar({ ...DAYS, ...query })).flatMap(({ posts }) => posts.map(({ opening }) => opening))
    expect(await found({ q: 'post 7' })).toEqual(['Post 7'])
    expect(await found({ q: '%' })).toEqual([])
    expect(await found({ platform: 'linkedin' })).toEqual([])
    expect(await found({ status: 'failed,missed' })).toEqual([])
    expect(await found({ status: 'draft' })).toEqual([])
    expect(await found({ status: 'scheduled,failed', q: 'Post 1' })).toEqual(['Post 1'])
  })

  test("omits other users' posts from the calendar, and shows each change immediately", async () => {
    const [layla, omar] = [await frogy.person('threads'), await frogy.person('threads')]
    const post = (await create(frogy, layla, { scheduledAt: '2030-03-05T10:00:00.000Z' })).body
    expect(await omar.call('GET /api/posts/calendar', { query: DAYS })).toEqual([])
    const body = { scheduledAt: '2030-03-06T10:00:00.000Z' }
    await layla.call('GET /api/posts/calendar', { query: DAYS })
    await layla.call('PATCH /api/posts/{id}', { params: { id: post.id }, body })
    const [day] = await layla.call('GET /api/posts/calendar', { query: DAYS })
    expect([day?.date, day?.posts[0]?.revision]).toEqual(['2030-03-06', post.revision + 1])
  })

  test('lists the free weekly posting times of each day on request, by network and across a clock change', async () => {
    const layla = await frogy.person('linkedin', 'twitter', 'threads')
    const week = [
      ...[0, 1, 6].map((weekday) => ({ weekday, time: '02:30', platform: null })),
      { weekday: 0, time: '09:00', platform: 'twitter' as const },
    ]
    await layla.call('PATCH /api/slots', { body: { week } })
    const query = { daysFrom: '2030-03-30', daysTo: '2030-04-01', timeZone: 'Europe/Berlin' }
    const free = async () => {
      const days = await layla.call('GET /api/posts/calendar', { query: { ...query, free: 'true' } })
      return days.map((day) => [day.date, day.free?.map(({ at, platform }) => `${at} ${platform}`)])
    }
    const saturday = ['2030-03-30', ['2030-03-30T01:30:00.000Z null']]
    // On 31 March, the clocks of Berlin skip from 02:00 to 03:00.
    const sunday = ['2030-03-31T01:30:00.000Z null', '2030-03-31T07:00:00.000Z twitter']
    expect(await free()).toEqual([saturday, ['2030-03-31', sunday], ['2030-04-01', ['2030-04-01T00:30:00.000Z null']]])
    expect(await layla.call('GET /api/posts/calendar', { query })).toEqual([])

    await create(frogy, layla, { platform: 'linkedin', scheduledAt: '2030-04-01T00:30:20.000Z' })
    await create(frogy, layla, { platform: 'threads', scheduledAt: '2030-03-31T07:00:00.000Z' })
    expect(await free()).toEqual([saturday, ['2030-03-31', sunday], ['2030-04-01', []]])
    await create(frogy, layla, { platform: 'twitter', scheduledAt: '2030-03-31T07:00:00.000Z' })
    expect((await free())[1]).toEqual(['2030-03-31', sunday.slice(0, 1)])
    await layla.call('PATCH /api/slots', { body: { week: [] } })
    expect(await free()).toEqual([
      ['2030-03-31', []],
      ['2030-04-01', []],
    ])
  })

  test.each<Record<string, string>>([
    { daysTo: '2030-02-28' },
    { daysTo: '2030-05-02' },
    { daysFrom: '0001-01-01' },
    { timeZone: '+03:00' },
    { status: 'lost' },
    { q: 'x'.repeat(201) },
  ])('refuses calendar filter %o with a message', async (query) => {
    const layla = await frogy.person()
    const { status } = await layla.ask('GET /api/posts/calendar', { query: { ...DAYS, ...query } })
    expect(status).toBe(422)
  })
})
