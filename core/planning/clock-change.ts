import { offsetMs, wallClock } from '../time-zone.ts'

const DAY_MS = 86_400_000

/**
 * The effect of a clock change on a local time. `skipped`: the clock never shows the time on that day. `first`,
 * `second`: the clock shows the time twice, and the instant is the first or the second of the two.
 */
type ClockChange = 'skipped' | 'first' | 'second'

/**
 * Returns how a clock change affects a local time. Null if none does.
 * @param at the instant that `instantOf` chose for the local time `time`
 */
export function clockChange(at: Date, time: string, timeZone: string): ClockChange | null {
  if (wallClock(at, timeZone).time !== time) return 'skipped'
  const setBackMs = offsetMs(at.getTime() - DAY_MS, timeZone) - offsetMs(at.getTime() + DAY_MS, timeZone)
  if (setBackMs <= 0) return null
  const isShownAt = (shiftMs: number) => wallClock(new Date(at.getTime() + shiftMs), timeZone).time === time
  if (isShownAt(setBackMs)) return 'first'
  return isShownAt(-setBackMs) ? 'second' : null
}
