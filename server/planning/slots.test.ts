import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'
import type { Person } from '#tests/support/person.ts'

let frogy: Frogy
beforeAll(async () => {
  frogy = await startFrogy()
})
afterAll(() => frogy[Symbol.asyncDispose]())

const DAYS = [0, 1, 2, 3, 4, 5, 6]
const slot = (weekday: number, time: string, platform: 'twitter' | null = null) => ({ weekday, time, platform })
const newcomer = () => frogy.visitor().register()

const free = async (person: Person, platforms = 'linkedin', more: Record<string, string> = {}) =>
  (await person.call('GET /api/slots/free', { query: { platforms, timeZone: 'UTC', ...more } })).map(({ at }) => at)

test('stores weekly publishing times in order and without duplicates, separately from those of Ramadan', async () => {
  const layla = await newcomer()
  expect(await layla.call('GET /api/slots', {})).toEqual({ week: [], ramadan: null, weekendOf: null, revision: 0 })
  const week = [slot(3, '20:00'), slot(3, '08:30'), slot(3, '08:30'), slot(1, '09:00', 'twitter')]
  const inOrder = [slot(1, '09:00', 'twitter'), slot(3, '08:30'), slot(3, '20:00')]
  expect(await layla.call('PATCH /api/slots', { body: { week } })).toMatchObject({ week: inOrder, revision: 1 })
  await layla.call('PATCH /api/slots', { body: { ramadan: [slot(3, '22:00')], weekendOf: 'SA' } })
  const kept = { week: inOrder, ramadan: [slot(3, '22:00')], weekendOf: 'SA', revision: 2 }
  expect(await layla.call('GET /api/slots', {})).toEqual(kept)
  await layla.call('PATCH /api/slots', { body: { ramadan: null, weekendOf: null } })
  expect(await layla.call('GET /api/slots', {})).toEqual({ week: inOrder, ramadan: null, weekendOf: null, revision: 3 })
  expect(await (await newcomer()).call('GET /api/slots', {})).toMatchObject({ week: [] })
})

test('rejects a change to publishing times based on an older revision, even from two tabs at the same time', async () => {
  const layla = await newcomer()
  const change = (time: string) =>
    layla.ask('PATCH /api/slots', { body: { week: [slot(1, time)] }, headers: { 'If-Match': '"0"' } })
  const replies = await Promise.all(['08:00', '09:00', '10:00'].map(change))
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  expect(replies.find(({ status }) => status === 409)?.body.code).toBe('slots_changed_meanwhile')
})

test('rejects a week with an invalid publishing time and stores nothing', async () => {
  const layla = await newcomer()
  const many = Array.from({ length: 13 }, (_, hour) => slot(2, `${String(hour).padStart(2, '0')}:00`))
  for (const body of [
    { week: many },
    { week: [slot(7, '08:00')] },
    { week: [slot(1, '24:00')] },
    { week: [slot(1, '8:00')] },
    { weekendOf: 'ZZZ' },
    { weekendOf: 'QX' },
  ])
    expect(await layla.ask('PATCH /api/slots', { body })).toMatchObject({ status: 422 })
  const { body } = await layla.ask('PATCH /api/slots', { body: { week: many } })
  expect(body.issues).toMatchObject([{ path: 'week', message: 'A day can have up to 12 times.' }])
  expect(await layla.call('GET /api/slots', {})).toMatchObject({ week: [], revision: 0 })
  // A week may have at most 84 slots.
  const week = DAYS.flatMap((day) => many.slice(1).map(({ time }) => slot(day, time)))
  expect((await layla.call('PATCH /api/slots', { body: { week } })).week).toHaveLength(84)
})

test('lists a weekly publishing time as free until a post is scheduled for it on the same network', async () => {
  const layla = await newcomer()
  expect(await free(layla)).toEqual([])
  await layla.call('PATCH /api/slots', { body: { week: DAYS.map((day) => slot(day, '08:30')) } })
  const [first = '', second, third] = await free(layla)
  expect(Date.parse(first)).toBeGreaterThan(frogy.clock.now().getTime())

  const post = await layla.schedule({
    platform: 'linkedin',
    content: 'Hello',
    at: new Date(Date.parse(first) + 20_000),
  })
  expect((await free(layla)).slice(0, 2)).toEqual([second, third])
  expect((await free(layla, 'linkedin,twitter')).at(0)).toBe(second)
  expect((await free(layla, 'twitter')).at(0)).toBe(first)
  expect((await free(layla, 'linkedin', { except: post.id })).at(0)).toBe(first)
  await layla.call('DELETE /api/posts/{id}', { params: { id: post.id } })
  expect((await free(layla)).at(0)).toBe(first)

  // A post of another user leaves Layla's slots free.
  await (await newcomer()).schedule({ platform: 'linkedin', content: 'Hi', at: new Date(first) })
  expect((await free(layla)).at(0)).toBe(first)
  expect(await free(layla, 'linkedin', { limit: '100' })).toHaveLength(100)
})

test('returns free slots in the requested time zone', async () => {
  const layla = await newcomer()
  await layla.call('PATCH /api/slots', { body: { week: DAYS.map((day) => slot(day, '08:30')) } })
  const query = { platforms: 'linkedin', timeZone: 'Asia/Riyadh', limit: '1' }
  const [one] = await layla.call('GET /api/slots/free', { query })
  expect(one).toMatchObject({ wallTime: expect.stringMatching(/T08:30$/) as string, timeZone: 'Asia/Riyadh' })
  expect(one?.at).toMatch(/T05:30:00\.000Z$/)
  for (const platforms of ['', 'nowhere', 'linkedin,', ','])
    expect(await layla.ask('GET /api/slots/free', { query: { platforms } })).toMatchObject({ status: 422 })
})
