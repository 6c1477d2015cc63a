import { expect, test } from 'vitest'
import { afterNewRules, chosenTime, instantOfWall } from './wall-time.ts'

const HOUR_MS = 3_600_000
const now = new Date('2026-05-01T00:00:00Z')
const at = (time: string) => new Date(time)

/** The rules of a country that keeps to one offset, in hours. */
const offset = (hours: number) => (post: { wallTime: string }) =>
  new Date(Date.parse(`${post.wallTime}Z`) - hours * HOUR_MS)

const nine = { wallTime: '2026-06-01T09:00', timeZone: 'Africa/Cairo', scheduledAt: at('2026-06-01T06:00:00Z') }

test('a post keeps its time on the wall when its country changes the rule', () => {
  expect(afterNewRules(nine, now, offset(3))).toEqual({ do: 'nothing' })
  expect(afterNewRules(nine, now, offset(2))).toEqual({ do: 'move', to: at('2026-06-01T07:00:00Z') })
  expect(afterNewRules(nine, now, offset(4))).toEqual({ do: 'move', to: at('2026-06-01T05:00:00Z') })
})

test('a post whose time on the wall has passed by the new rule is told of and not moved', () => {
  expect(afterNewRules(nine, at('2026-06-01T05:30:00Z'), offset(4))).toEqual({ do: 'tell' })
  expect(afterNewRules(nine, at('2026-06-01T05:00:00Z'), offset(4))).toEqual({ do: 'tell' })
})

test('an instant that is an hour off by the rules of this machine is put right', () => {
  const off = { ...nine, scheduledAt: at('2026-06-01T07:00:00Z') }
  expect(afterNewRules(off, now)).toEqual({ do: 'move', to: at('2026-06-01T06:00:00Z') })
  expect(afterNewRules(nine, now)).toEqual({ do: 'nothing' })
})

test('of an hour that comes twice the chosen one is kept', () => {
  for (const chosen of ['2026-11-01T05:30:00.000Z', '2026-11-01T06:30:00.000Z']) {
    const time = chosenTime(at(chosen), 'America/New_York')
    expect(time).toEqual({ scheduledAt: chosen, wallTime: '2026-11-01T01:30', timeZone: 'America/New_York' })
    expect(afterNewRules({ ...time, scheduledAt: at(chosen) }, now)).toEqual({ do: 'nothing' })
  }
})

test('a time that a new rule takes out of the day is as much later as the clock jumps', () => {
  const night = { wallTime: '2026-03-08T02:30', timeZone: 'America/New_York' }
  expect(instantOfWall(night, at('2026-03-08T06:30:00Z'))).toEqual(at('2026-03-08T07:30:00Z'))
})

test('seconds are kept where nothing moves, and what is no time moves nothing', () => {
  expect(afterNewRules({ ...nine, scheduledAt: at('2026-06-01T06:00:12.345Z') }, now)).toEqual({ do: 'nothing' })
  expect(afterNewRules({ ...nine, wallTime: '2026-99-99T99:99' }, now)).toEqual({ do: 'nothing' })
})
