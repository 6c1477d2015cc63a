import { expect, test } from 'vitest'
import { afterNewRules, chosenTime, instantOfWall } from './wall-time.ts'

const HOUR_MS = 3_600_000
const now = new Date('2026-05-01T00:00:00Z')
const at = (time: string) => new Date(time)

/** Converts local times by an invented zone rule: a fixed offset in hours. */
const offset = (hours: number) => (post: { wallTime: string }) =>
  new Date(Date.parse(`${post.wallTime}Z`) - hours * HOUR_MS)

const nine = { wallTime: '2026-06-01T09:00', timeZone: 'Africa/Cairo', scheduledAt: at('2026-06-01T06:00:00Z') }

test('keeps the local time of a post when its country changes the zone rules', () => {
  expect(afterNewRules(nine, now, offset(3))).toEqual({ do: 'nothing' })
  expect(afterNewRules(nine, now, offset(2))).toEqual({ do: 'move', to: at('2026-06-01T07:00:00Z') })
  expect(afterNewRules(nine, now, offset(4))).toEqual({ do: 'move', to: at('2026-06-01T05:00:00Z') })
})

test('notifies the author of a post whose local time has already passed under new zone rules, and keeps its instant', () => {
  expect(afterNewRules(nine, at('2026-06-01T05:30:00Z'), offset(4))).toEqual({ do: 'notify' })
  expect(afterNewRules(nine, at('2026-06-01T05:00:00Z'), offset(4))).toEqual({ do: 'notify' })
})

test('corrects a scheduled instant that is an hour off by the current zone rules', () => {
  const off = { ...nine, scheduledAt: at('2026-06-01T07:00:00Z') }
  expect(afterNewRules(off, now)).toEqual({ do: 'move', to: at('2026-06-01T06:00:00Z') })
  expect(afterNewRules(nine, now)).toEqual({ do: 'nothing' })
})

test("keeps the author's choice of the first or second occurrence of a repeated hour under new zone rules", () => {
  for (const chosen of ['2026-11-01T05:30:00.000Z', '2026-11-01T06:30:00.000Z']) {
    const time = chosenTime(at(chosen), 'America/New_York')
    expect(time).toEqual({ scheduledAt: chosen, wallTime: '2026-11-01T01:30', timeZone: 'America/New_York' })
    expect(afterNewRules({ ...time, scheduledAt: at(chosen) }, now)).toEqual({ do: 'nothing' })
  }
})

test('moves a local time forward by the jump of the clock if new zone rules skip the time', () => {
  const night = { wallTime: '2026-03-08T02:30', timeZone: 'America/New_York' }
  expect(instantOfWall(night, at('2026-03-08T06:30:00Z'))).toEqual(at('2026-03-08T07:30:00Z'))
})

test('leaves a post unchanged, to the second, if its instant is still correct or its local time is invalid', () => {
  expect(afterNewRules({ ...nine, scheduledAt: at('2026-06-01T06:00:12.345Z') }, now)).toEqual({ do: 'nothing' })
  expect(afterNewRules({ ...nine, wallTime: '2026-99-99T99:99' }, now)).toEqual({ do: 'nothing' })
})
