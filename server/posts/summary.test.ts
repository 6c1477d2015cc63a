import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Post } from '#core/posts/contract.ts'
import { wallClock } from '#core/time-zone.ts'
import sql, { columns, computed } from '#server/db/sql.ts'
import { byDepth } from '#tests/support/depth.ts'
import { installation } from '#tests/support/installation.ts'
import type { Person } from '#tests/support/person.ts'
import { change, create, DAY_MS, fromNow, HOUR_MS, MINUTE_MS } from '#tests/support/post-requests.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'
import { countValues } from '#tests/support/count-values.ts'
import { compactCounts } from './counts.ts'

let frogy: Frogy
beforeAll(async () => {
  frogy = await startFrogy()
})
afterAll(() => frogy[Symbol.asyncDispose]())

const whenOf = ({ status, publishedAt, scheduledAt }: Post) =>
  status === 'draft' ? null : status === 'published' ? publishedAt : scheduledAt

/** Computes the summary from the individual posts. */
async function recounted(who: Person, timeZone: string) {
  const posts = await who.call('GET /api/posts', {})
  const timed = posts.flatMap((post) => {
    const when = whenOf(post)
    return when ? [{ status: post.status, date: wallClock(new Date(when), timeZone).date }] : []
  })
  const days = [...Map.groupBy(timed, ({ date }) => date)].toSorted(([a], [b]) => a.localeCompare(b))
  return {
    byStatus: countValues(posts.map(({ status }) => status)),
    days: days.map(([date, those]) => ({ date, byStatus: countValues(those.map(({ status }) => status)) })),
  }
}

async function summed(who: Person, query: Record<string, string> = {}) {
  const from = wallClock(new Date(fromNow(frogy, -20 * DAY_MS)), 'UTC').date
  const to = wallClock(new Date(fromNow(frogy, 40 * DAY_MS)), 'UTC').date
  const { byStatus, days } = await who.call('GET /api/posts/summary', {
    query: { daysFrom: from, daysTo: to, ...query },
  })
  return { byStatus: Object.fromEntries(Object.entries(byStatus).filter(([, count]) => count > 0)), days }
}

describe('summary', () => {
  test("keeps the summary's counts equal to the posts after random concurrent changes", async () => {
    const layla = await frogy.person('threads', 'linkedin')
    await layla.call('PATCH /api/user', { body: { timeZone: 'Asia/Kathmandu' } })
    const [fails, waits, ...posts] = await Promise.all(
      Array.from({ length: 14 }, async (_, n) => {
        const scheduledAt = fromNow(frogy, HOUR_MS + n * 7 * HOUR_MS)
        return (await create(frogy, layla, { content: `${n} ${crypto.randomUUID()}`, scheduledAt })).body
      }),
    )
    const draft = (await create(frogy, layla, { status: 'draft', scheduledAt: null, content: '' })).body
    await Promise.all([
      ...posts.slice(0, 3).map(({ id }) => layla.call('POST /api/posts/{id}/publish', { params: { id } })),
      ...posts.slice(3, 6).map((post) => change(layla, post, { scheduledAt: null })),
      ...posts.slice(5, 8).map(({ id }) => layla.call('DELETE /api/posts/{id}', { params: { id } })),
      ...posts.slice(8).map((post, n) => change(layla, post, { scheduledAt: fromNow(frogy, (n + 2) * DAY_MS) })),
      ...posts.slice(8).map((post) => change(layla, post, { content: `Other ${crypto.randomUUID()}` })),
      change(layla, draft, { scheduledAt: fromNow(frogy, 30 * DAY_MS), content: 'Done' }),
    ])
    await frogy.simulator.fault({ platform: 'threads', operation: 'publish', fault: 'status', status: 400, count: 1 })
    expect((await layla.ask('POST /api/posts/{id}/publish', { params: { id: fails?.id ?? '' } })).body.status).toBe(
      'failed',
    )
    const out = posts.find(({ id }) => id === posts[0]?.id)
    await layla.ask('DELETE /api/posts/{id}', { params: { id: out?.id ?? '' }, query: { network: 'false' } })
    const found = await summed(layla)
    expect(found).toEqual(await recounted(layla, 'Asia/Kathmandu'))
    expect(found.byStatus).toMatchObject({ failed: 1, published: 2 })
    expect(found.days.length).toBeGreaterThan(5)
    expect((await layla.read(waits ?? draft)).status).toBe('scheduled')
  })

  test('lists failed and missed posts, newest first, with their total number', async () => {
    const layla = await frogy.person('threads')
    await frogy.simulator.fault({ platform: 'threads', operation: 'publish', fault: 'status', status: 400, count: 21 })
    const failed: string[] = []
    for (let n = 0; n < 21; n++)
      failed.unshift((await create(frogy, layla, { status: 'published', content: `No. ${n}` })).body.id)
    const { troubled, underWay, byStatus } = await layla.call('GET /api/posts/summary', {})
    expect({ troubled: troubled.map(({ id }) => id), underWay }).toEqual({
      troubled: failed.slice(0, 20),
      underWay: [],
    })
    expect(byStatus.failed).toBe(21)
    expect(troubled[0]).toEqual(await layla.read({ id: failed[0] ?? '' }))
    const all = await layla.call('GET /api/posts', { query: { status: 'failed,unconfirmed,missed' } })
    expect(all.map(({ id }) => id)).toEqual(failed)
  })

  test("counts posts per day in the user's time zone, even right after the zone changes", async () => {
    const layla = await frogy.person()
    const midnight = Date.parse(`${fromNow(frogy, 5 * DAY_MS).slice(0, 10)}T00:00Z`)
    for (const minutes of [-24 * 60, -1, 0, 14, 15, 600, 24 * 60 - 1])
      await create(frogy, layla, { scheduledAt: new Date(midnight + minutes * MINUTE_MS).toISOString() })
    for (const timeZone of ['UTC', 'Pacific/Kiritimati', 'Asia/Kolkata', 'Australia/Eucla', 'America/St_Johns']) {
      // The user has stored no time zone, so the browser's zone applies.
      expect(await summed(layla, { timeZone })).toEqual(await recounted(layla, timeZone))
      await layla.call('PATCH /api/user', { body: { timeZone } })
      expect(await summed(layla)).toEqual(await recounted(layla, timeZone))
    }
  })

  const clockChanges: [timeZone: string, date: string][] = [
    ['Africa/Cairo', '2031-04-25'],
    ['America/New_York', '2031-11-02'],
    ['Australia/Lord_Howe', '2031-10-05'],
  ]
  test.each(byDepth({ gate: clockChanges.slice(0, 1), all: clockChanges }))(
    'counts the posts of a day with a clock change in the zone %s',
    async (timeZone, date) => {
      const layla = await frogy.person()
      await layla.call('PATCH /api/user', { body: { timeZone } })
      const noon = Date.parse(`${date}T12:00Z`)
      for (let hours = -40; hours <= 40; hours += 1.5)
        await create(frogy, layla, { scheduledAt: new Date(noon + hours * HOUR_MS).toISOString() })
      const query = { daysFrom: '2031-01-01', daysTo: '2031-01-31' }
      expect((await layla.call('GET /api/posts/summary', { query })).days).toEqual([])
      const around = { daysFrom: `${date.slice(0, 8)}01`, daysTo: wallClock(new Date(noon + 5 * DAY_MS), 'UTC').date }
      const { days } = await layla.call('GET /api/posts/summary', { query: around })
      const all = (await recounted(layla, timeZone)).days
      expect(days).toEqual(all.filter((day) => day.date >= around.daysFrom))
    },
  )

  test('counts the posts of a week exactly to the millisecond, whenever the week begins', async () => {
    const layla = await frogy.person()
    const begin = Math.ceil(Date.parse(fromNow(frogy, DAY_MS)) / HOUR_MS) * HOUR_MS
    const week = 7 * DAY_MS
    const moments = [0, 1, 7 * MINUTE_MS, week - 1, week, week + 1, week + 7 * MINUTE_MS]
    for (const ms of moments) await create(frogy, layla, { scheduledAt: new Date(begin + ms).toISOString() })
    const scheduledFrom = async (ms: number) => {
      const query = { weekFrom: new Date(begin + ms).toISOString() }
      return (await layla.call('GET /api/posts/summary', { query })).week.scheduled
    }
    const froms = [-week, -week + 1, -1, 0, 1, 2, 7 * MINUTE_MS, 7 * MINUTE_MS + 1, week, week + 8 * MINUTE_MS]
    const counts = []
    for (const ms of froms) counts.push(await scheduledFrom(ms))
    expect(counts).toEqual(froms.map((from) => moments.filter((ms) => ms >= from && ms < from + week).length))
  })

  test('shows the three latest published posts, latest first', async () => {
    const layla = await frogy.person('threads')
    const written: Post[] = []
    for (let n = 0; n < 4; n++)
      written.push((await create(frogy, layla, { content: `${n} ${crypto.randomUUID()}` })).body)
    const published = [3, 0, 2, 1].map((n) => written[n]?.id ?? '')
    for (const id of published) {
      frogy.clock.advance(1_000)
      await layla.call('POST /api/posts/{id}/publish', { params: { id } })
    }
    const { recent } = await layla.call('GET /api/posts/summary', {})
    expect(recent.map(({ id }) => id)).toEqual(published.toReversed().slice(0, 3))
  })

  test.each<[Record<string, string>, string]>([
    [{ daysFrom: '2031-01-01' }, 'daysTo'],
    [{ daysTo: '2031-01-01' }, 'daysTo'],
    [{ daysFrom: '2031-01-02', daysTo: '2031-01-01' }, 'daysTo'],
    [{ daysFrom: '2031-01-01', daysTo: '2031-03-04' }, 'daysTo'],
    [{ daysFrom: '2031-02-30', daysTo: '2031-03-01' }, 'daysFrom'],
    [{ daysFrom: '0000-01-01', daysTo: '0000-01-02' }, 'daysFrom'],
    [{ timeZone: 'Mars/Olympus' }, 'timeZone'],
  ])('refuses summary filter %o with a message', async (query, path) => {
    const layla = await frogy.person()
    const { status, body } = await layla.ask('GET /api/posts/summary', { query })
    expect({ status, path: body.issues?.[0]?.path }).toEqual({ status: 422, path })
  })
})

test('merges post counts into few rows per user, with the same sums', async () => {
  await using place = await installation()
  {
    await using own = await place.start()
    const [person, other] = [await own.visitor().register(), await own.visitor().register()]
    await create(place, other, {})
    for (let n = 0; n < 12; n++) {
      const { body } = await create(place, person, { scheduledAt: fromNow(place, (n % 3) * DAY_MS + HOUR_MS) })
      for (const content of ['One', 'Two', 'Three', 'Four', 'Five', 'Six']) await change(person, body, { content })
      if (n % 2) await person.call('DELETE /api/posts/{id}', { params: { id: body.id } })
    }
  }
  await using database = await place.database()
  const sums = async () =>
    await database.query(sql`
      select ${columns('post_counts', 'platform', 'status', 'quarter')}, ${computed('posts', 'bigint', sql`sum(posts)`)},
        ${computed('version', 'bigint', sql`sum(version)`)}
      from post_counts group by user_id, platform, status, quarter having sum(posts) <> 0 or sum(version) <> 0
      order by user_id, platform, status, quarter`)
  const rows = async () =>
    (await database.query(sql`select ${columns('post_counts', 'posts')} from post_counts`)).length
  const [before, many] = [await sums(), await rows()]
  await Promise.all([compactCounts(database), compactCounts(database)])
  expect(await sums()).toEqual(before)
  expect(await rows()).toBeLessThan(many / 5)
})
