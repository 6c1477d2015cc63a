import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { wallClock } from '#core/time-zone.ts'
import type { CallsDocument } from '#tests/support/openapi-samples.ts'
import type { Person } from '#tests/support/person.ts'
import { later } from '#tests/support/publishing.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

let frogy: Frogy
let layla: Person
beforeAll(async () => {
  frogy = await startFrogy()
})
beforeEach(async () => {
  layla = await frogy.person('linkedin', 'twitter')
})
afterAll(() => frogy[Symbol.asyncDispose]())

const DAY_MS = 86_400_000
const ZONE = 'America/New_York'

/** Schedules a post for 9:00 in New York, one or more days from now. */
async function schedule(platform: 'linkedin' | 'twitter' = 'linkedin', days = 1) {
  const { date } = wallClock(new Date(frogy.clock.now().getTime() + days * DAY_MS), ZONE)
  const wallTime = `${date}T09:00`
  // The offset -05:00 may be wrong in summer. The server then corrects the instant to 9:00 by its own time zone rules.
  const body = {
    platform,
    content: `Every week ${crypto.randomUUID()}`,
    status: 'scheduled',
    scheduledAt: new Date(`${wallTime}-05:00`).toISOString(),
    timeZone: ZONE,
  } as const
  return await layla.call('POST /api/posts', { body: { ...body, hashtags: ['#weekly'] } })
}
const repeat = (id: string, rule: object = {}) =>
  layla.ask('POST /api/posts/{id}/repeats', { params: { id }, body: { unit: 'week', count: 3, ...rule } })
/** Advances the clock to each post's time, because a late post would be missed. */
async function publishAll(posts: readonly { id: string; at: string | null }[]): Promise<void> {
  for (const { id, at } of posts) {
    frogy.clock.advanceTo(new Date(at ?? ''))
    await layla.until({ id }, ({ status }) => status === 'published')
  }
}
const listed = (id: string) => layla.call('GET /api/posts/{id}/repeats', { params: { id } })

test('adds separate posts with the same text at the same local time, each of which can be moved or deleted', async () => {
  const first = await schedule()
  const { status, body } = await repeat(first.id, { count: 30 })
  expect({ status, count: body.length }).toEqual({ status: 201, count: 30 })
  const { time } = wallClock(new Date(first.scheduledAt ?? ''), ZONE)
  // Thirty weeks always include a clock change, which must not change the local time.
  expect(new Set(body.map(({ at }) => wallClock(new Date(at ?? ''), ZONE).time))).toEqual(new Set([time]))
  expect(new Set(body.map(({ at }) => at?.slice(11))).size).toBe(2)
  const [second, third] = body
  const post = await layla.read({ id: second?.id ?? '' })
  expect(post).toMatchObject({ content: first.content, hashtags: ['#weekly'], status: 'scheduled', timeZone: ZONE })
  expect(post.recurrenceId).toBe((await layla.read(first)).recurrenceId)

  const moved = new Date(Date.parse(second?.at ?? '') + DAY_MS).toISOString()
  await layla.call('PATCH /api/posts/{id}', { params: { id: second?.id ?? '' }, body: { scheduledAt: moved } })
  await layla.call('DELETE /api/posts/{id}', { params: { id: third?.id ?? '' } })
  const after = await listed(first.id)
  expect(after).toHaveLength(29)
  expect(after[0]).toEqual({ ...second, at: moved })
})

test('publishes each repetition of a post at its own time', async () => {
  const first = await schedule()
  const { body } = await repeat(first.id, { unit: 'day', interval: 2, count: 2 })
  await publishAll([{ id: first.id, at: first.scheduledAt }, ...body])
  // Select this test's posts by their text, because other tests may publish at the same time.
  const posts = await frogy.simulator.posts('linkedin')
  expect(posts.filter(({ text }) => text.includes(first.content))).toHaveLength(3)
})

test('repeats a post once when two browser windows request it at the same time', async () => {
  const first = await schedule()
  const answers = await Promise.all([repeat(first.id), repeat(first.id), repeat(first.id)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409])
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'already_repeats' })
  expect(await listed(first.id)).toHaveLength(3)
})

test('adds one post per date when two requests extend the same recurrence at the same time', async () => {
  const first = await schedule()
  const { body } = await repeat(first.id, { unit: 'day', count: 2 })
  const [second, third] = body.map(({ id }) => id)
  await publishAll([{ id: first.id, at: first.scheduledAt }, ...body])
  const answers = await Promise.all([second, third].map((id) => repeat(id ?? '', { unit: 'day', count: 5 })))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
  const dates = (await listed(first.id)).map(({ date }) => date)
  expect(dates).toHaveLength(new Set(dates).size)
})

test('returns the first response to a repeated call, and adds no further posts', async () => {
  const first = await schedule()
  const ask = () =>
    layla.ask('POST /api/posts/{id}/repeats', {
      params: { id: first.id },
      body: { unit: 'week', count: 2 },
      headers: { 'idempotency-key': 'weekly' },
    })
  const answers = [await ask(), await ask()]
  expect(answers[1]).toMatchObject({ status: 201, body: answers[0]?.body })
  expect(await listed(first.id)).toHaveLength(2)
})

test('deletes only the later posts of a recurrence, and then allows another rule', async () => {
  const first = await schedule()
  const { body } = await repeat(first.id)
  const id = body[0]?.id ?? ''
  await layla.call('DELETE /api/posts/{id}/repeats', { params: { id } })
  expect((await listed(first.id)).map((post) => post.id)).toEqual([id])
  expect(await repeat(first.id)).toMatchObject({ status: 409, body: { code: 'already_repeats' } })
  expect(await repeat(id, { unit: 'month', count: 2 })).toMatchObject({ status: 201 })
  expect(await listed(first.id)).toHaveLength(3)
})

test('repeats a post as drafts with planned times on a network that rejects repeated texts', async () => {
  const first = await schedule('twitter')
  const { body } = await repeat(first.id)
  expect(body.map(({ status }) => status)).toEqual(['draft', 'draft', 'draft'])
  const draft = await layla.read({ id: body[0]?.id ?? '' })
  expect(draft).toMatchObject({ status: 'draft', scheduledAt: null, plannedAt: body[0]?.at })
  expect(wallClock(new Date(draft.plannedAt ?? ''), ZONE).time).toBe(
    wallClock(new Date(first.scheduledAt ?? ''), ZONE).time,
  )
})

test('copies the parts of a thread and its pictures', async () => {
  const parts = [{ content: 'First part' }, { content: 'Second part' }]
  const body = { platform: 'threads', content: '', parts, status: 'scheduled' } as const
  const omar = await frogy.person('threads')
  const scheduledAt = new Date(frogy.clock.now().getTime() + DAY_MS).toISOString()
  const { id } = await omar.call('POST /api/posts', { body: { ...body, scheduledAt } })
  const added = await omar.call('POST /api/posts/{id}/repeats', { params: { id }, body: { unit: 'day', count: 1 } })
  const copy = await omar.read({ id: added[0]?.id ?? '' })
  expect(copy.parts?.map(({ content }) => content)).toEqual(['First part', 'Second part'])
})

test('repeats a post that was published without a schedule, at its local publication time in the given zone', async () => {
  const { id } = await layla.call('POST /api/posts', {
    body: { platform: 'linkedin', content: `At once ${crypto.randomUUID()}`, status: 'published' },
  })
  const post = await layla.until({ id }, ({ status }) => status === 'published')
  const { status, body } = await repeat(id, { unit: 'day', count: 2, timeZone: 'Asia/Riyadh' })
  expect(status).toBe(201)
  const { time } = wallClock(new Date(post.scheduledAt ?? post.publishedAt ?? ''), 'Asia/Riyadh')
  expect(body.map(({ at }) => wallClock(new Date(at ?? ''), 'Asia/Riyadh').time)).toEqual([time, time])
})

test('repeats a post of a disconnected account, and lets the repeats wait for the reconnect too', async () => {
  const omar = await frogy.person('threads')
  const at = new Date(frogy.clock.now().getTime() + DAY_MS)
  const { id } = await omar.schedule({ platform: 'threads', content: 'Stays', at })
  const [account] = await omar.call('GET /api/social-accounts', {})
  await omar.call('DELETE /api/social-accounts/{id}', { params: { id: account?.id ?? '' } })
  const added = await omar.call('POST /api/posts/{id}/repeats', { params: { id }, body: { unit: 'day', count: 2 } })
  for (const one of [{ id }, ...added])
    expect(await omar.read(one)).toMatchObject({ content: 'Stays', status: 'scheduled', accountId: null })
})

test('refuses to repeat a draft, and refuses a rule that adds no posts or too many', async () => {
  const draft = await layla.call('POST /api/posts', {
    body: { platform: 'linkedin', content: 'Not yet', status: 'draft' },
  })
  expect(await repeat(draft.id)).toMatchObject({ status: 409, body: { code: 'not_repeatable' } })
  const { id, scheduledAt } = await schedule()
  const before = (scheduledAt ?? '').slice(0, 10)
  for (const [rule, path] of [
    [{ count: undefined, until: before }, 'until'],
    [{ unit: 'month', count: 30 }, 'count'],
    [{ count: 101 }, 'count'],
    [{ count: undefined, until: '2099-01-01' }, 'until'],
    [{ count: undefined }, 'count'],
  ] as const)
    expect(await repeat(id, rule)).toMatchObject({ status: 422, body: { issues: [{ path }] } })
  expect(await listed(id)).toEqual([])
})

test("neither lists, adds nor deletes repetitions of another user's post", async () => {
  const { id } = await schedule()
  await repeat(id)
  const omar = await frogy.person('linkedin')
  const params = { id }
  for (const answer of [
    await omar.ask('GET /api/posts/{id}/repeats', { params }),
    await omar.ask('POST /api/posts/{id}/repeats', { params, body: { unit: 'day', count: 1 } }),
    await omar.ask('DELETE /api/posts/{id}/repeats', { params }),
  ])
    expect(answer.status).toBe(404)
  expect(await listed(id)).toHaveLength(3)
})

test('repeats a post for an account that is not connected yet, and lists only possible errors in the API document', async () => {
  const omar = await frogy.person()
  const post = await omar.schedule({ platform: 'linkedin', content: 'Soon', at: later(frogy, DAY_MS) })
  const params = { id: post.id }
  const added = await omar.call('POST /api/posts/{id}/repeats', { params, body: { unit: 'week', count: 2 } })
  expect(added.map(({ status }) => status)).toEqual(['scheduled', 'scheduled'])
  const { paths } = (await (await omar.fetch('/api/openapi.json')).json()) as CallsDocument
  const documented = JSON.stringify(paths['/api/posts/{id}/repeats']?.post?.responses)
  expect(documented).toContain('already_repeats')
  expect(documented).not.toMatch(/account_not_connected|approval_required/)
})
