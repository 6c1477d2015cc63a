import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { PostChange } from '#core/posts/contract.ts'
import type { Person } from '#tests/support/person.ts'
import { later } from '#tests/support/publishing.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

let frogy: Frogy
let layla: Person
beforeAll(async () => {
  frogy = await startFrogy()
})
beforeEach(async () => {
  layla = await frogy.person('linkedin')
})
afterAll(() => frogy[Symbol.asyncDispose]())

const DAY_MS = 86_400_000
const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, time: '09:00', platform: null }))
const draft = (plannedAt: string | null) =>
  layla.call('POST /api/posts', { body: { platform: 'linkedin', content: 'Four names', status: 'draft', plannedAt } })
const freeTimes = async (platforms: string, more: Record<string, string> = {}) =>
  (await layla.call('GET /api/slots/free', { query: { platforms, timeZone: 'UTC', ...more } })).map(({ at }) => at)

test('keeps the planned time of a draft, and publishes nothing at that time', async () => {
  const plannedAt = later(frogy, DAY_MS).toISOString()
  const { id, scheduledAt, status } = await draft(plannedAt)
  expect({ scheduledAt, status }).toEqual({ scheduledAt: null, status: 'draft' })
  frogy.clock.advance(2 * DAY_MS)
  expect(await layla.read({ id })).toMatchObject({ status: 'draft', plannedAt })
  const listed = await layla.call('GET /api/posts', { query: { status: 'draft' } })
  expect(listed).toMatchObject([{ id, plannedAt }])
  expect(await frogy.simulator.posts('linkedin')).toEqual([])
})

test('removes the planned time when a draft is scheduled, and stores none for other posts', async () => {
  const at = later(frogy, DAY_MS).toISOString()
  const { id } = await draft(at)
  const params = { id }
  expect(await layla.call('PATCH /api/posts/{id}', { params, body: { scheduledAt: at } })).toMatchObject({
    status: 'scheduled',
    plannedAt: null,
  })
  const body = { platform: 'linkedin', content: 'Out', status: 'published', plannedAt: at } as const
  expect(await layla.call('POST /api/posts', { body })).toMatchObject({ plannedAt: null })
  expect(await draft(null)).toMatchObject({ plannedAt: null })
})

test('moves and removes the planned time of a draft, and ignores a planned time of a scheduled post', async () => {
  const [first, second] = [later(frogy, DAY_MS).toISOString(), later(frogy, 2 * DAY_MS).toISOString()]
  const { id } = await draft(first)
  const change = (body: PostChange) => layla.call('PATCH /api/posts/{id}', { params: { id }, body })
  expect(await change({ plannedAt: second })).toMatchObject({ status: 'draft', plannedAt: second, scheduledAt: null })
  expect(await change({ content: 'Five names' })).toMatchObject({ content: 'Five names', plannedAt: second })
  expect(await change({ plannedAt: null })).toMatchObject({ plannedAt: null })
  await change({ scheduledAt: second })
  expect(await change({ plannedAt: first })).toMatchObject({ status: 'scheduled', plannedAt: null })
  expect(await change({ scheduledAt: null })).toMatchObject({ status: 'draft', plannedAt: null })
})

test('does not offer the planned time of a draft as a free time on the same network', async () => {
  await layla.call('PATCH /api/slots', { body: { week: EVERY_DAY } })
  const [first = '', second = ''] = await freeTimes('linkedin')
  const { id } = await draft(first)
  expect((await freeTimes('linkedin'))[0]).toBe(second)
  expect((await freeTimes('linkedin', { except: id }))[0]).toBe(first)
  expect((await freeTimes('threads'))[0]).toBe(first)
  await layla.call('DELETE /api/posts/{id}', { params: { id } })
  expect((await freeTimes('linkedin'))[0]).toBe(first)
})
