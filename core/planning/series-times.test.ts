import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PLATFORMS } from '../platforms/platform.ts'
import { wallClock } from '../time-zone.ts'
import { spreadPosts, timesToChoose } from './series-times.ts'

const DAY_MS = 86_400_000
const now = new Date('2026-03-01T10:00:00Z')
const inDays = (days: number) => new Date(now.getTime() + days * DAY_MS)

test('places each post at the first free time at least three days after the previous post', () => {
  const daily = [1, 2, 3, 4, 5, 6, 7, 8].map(inDays)
  expect(spreadPosts(['linkedin', 'linkedin', 'linkedin'], () => daily, now)).toEqual([inDays(1), inDays(4), inDays(7)])
})

test('uses the free times of each network, and gives no time to a post for which none is left', () => {
  const times = { linkedin: [inDays(1), inDays(5)], twitter: [inDays(2), inDays(4)] }
  const timesOf = (platform: string) => times[platform as 'linkedin']
  expect(spreadPosts(['linkedin', 'twitter', 'linkedin'], timesOf, now)).toEqual([inDays(1), inDays(4), null])
})

test("proposes nine o'clock on the following days when there are no weekly times, even around a clock change", () => {
  for (const zone of ['Asia/Riyadh', 'America/New_York', 'Australia/Lord_Howe']) {
    const times = timesToChoose([], now, zone)
    expect(times.map((at) => wallClock(at, zone).time)).toEqual(times.map(() => '09:00'))
    const placed = spreadPosts(['linkedin', 'linkedin', 'linkedin', 'linkedin', 'linkedin'], () => times, now)
    const days = placed.map((at) => at && Date.parse(wallClock(at, zone).date) / DAY_MS)
    expect(days.map((day, at) => (day ?? 0) - (days[0] ?? 0) - 3 * at)).toEqual([0, 0, 0, 0, 0])
  }
})

test('never places two posts within one day, or a post in the past', () => {
  const free = fc.array(fc.integer({ min: 1, max: 60 * 24 }), { maxLength: 24 })
  fc.assert(
    fc.property(free, fc.array(fc.constantFrom(...PLATFORMS), { maxLength: 5 }), (hours, platforms) => {
      const times = hours.toSorted((a, b) => a - b).map((hour) => inDays(hour / 24))
      const placed = spreadPosts(platforms, () => times, now).filter((at) => at !== null)
      for (const [at, time] of placed.entries())
        expect(time.getTime()).toBeGreaterThan((placed[at - 1]?.getTime() ?? now.getTime() - DAY_MS) + DAY_MS)
    }),
  )
})
