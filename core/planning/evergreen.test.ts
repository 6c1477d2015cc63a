import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fillTimes, type EvergreenCandidate } from './evergreen.ts'

const DAY_MS = 86_400_000
const day = (number: number) => new Date(Date.UTC(2026, 0, number, 9))
const free = (...days: number[]) => days.map((number) => ({ at: day(number), platform: null }))
const post = (postId: string, pauseDays: number, ...days: number[]): EvergreenCandidate => ({
  postId,
  platform: 'linkedin',
  pauseDays,
  times: days.map(day),
})
const filled = (...given: Parameters<typeof fillTimes>) =>
  fillTimes(...given).map(({ postId, at }) => `${postId} ${at.getUTCDate()}`)

test('fills each free time with the post that has been unused longest, and reuses a post only after its pause', () => {
  const posts = [post('new', 7, 5), post('old', 7, 1)]
  expect(filled(free(10, 11, 12, 17, 18), posts)).toEqual(['old 10', 'new 12', 'old 17'])
})

test("keeps a post's pause before and after the time for which the post is already scheduled", () => {
  expect(filled(free(8, 12, 28), [post('one', 10, 20)])).toEqual(['one 8'])
})

test('uses a post again after a week that a clock change makes one hour shorter', () => {
  const hourEarlier = [{ at: new Date(day(8).getTime() - 3_600_000), platform: null }]
  expect(fillTimes(hourEarlier, [post('one', 7, 1)])).toHaveLength(1)
})

test('leaves a free time of a network empty if no post is for that network', () => {
  const other = [{ at: day(9), platform: 'threads' as const }]
  expect(fillTimes(other, [post('one', 7)])).toEqual([])
  expect(fillTimes(other, [{ ...post('one', 7), platform: 'threads' }])).toHaveLength(1)
})

test('never uses a post within its pause, and never fills a time twice', () => {
  const number = fc.integer({ min: 1, max: 60 })
  const posts = fc.array(
    fc.record({ pauseDays: fc.integer({ min: 1, max: 40 }), days: fc.array(number, { maxLength: 4 }) }),
    { maxLength: 8 },
  )
  fc.assert(
    fc.property(fc.uniqueArray(number, { maxLength: 30 }), posts, (days, given) => {
      const candidates = given.map(({ pauseDays, days: used }, index) => post(`${index}`, pauseDays, ...used))
      const chosen = fillTimes(free(...days.toSorted((a, b) => a - b)), candidates)
      expect(new Set(chosen.map(({ at }) => at.getTime())).size).toBe(chosen.length)
      for (const [index, { postId, at }] of chosen.entries()) {
        const { pauseDays = 0, times = [] } = candidates.find((one) => one.postId === postId) ?? {}
        const others = [
          ...times,
          ...chosen.filter((one, place) => place < index && one.postId === postId).map((one) => one.at),
        ]
        expect(others.every((other) => Math.abs(other.getTime() - at.getTime()) >= pauseDays * DAY_MS)).toBe(true)
      }
    }),
  )
})
