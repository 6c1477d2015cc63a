import { offsetMs, wallClock } from '../time-zone.ts'

const DAY_MS = 86_400_000

/** `skipped`: no clock shows it that day. `first` and `second`: it is shown twice, and the instant is one of the two. */
export type ClockChange = 'skipped' | 'first' | 'second'

/**
 * What daylight saving does to a time that was chosen on the clock of `timeZone`; null on every other day.
 * @param at the instant that it was taken for, by `instantOf`
 * @param time as it was chosen: `02:30`
 */
export function clockChange(at: Date, time: string, timeZone: string): ClockChange | null {
  if (wallClock(at, timeZone).time !== time) return 'skipped'
  const setBackMs = offsetMs(at.getTime() - DAY_MS, timeZone) - offsetMs(at.getTime() + DAY_MS, timeZone)
  if (setBackMs <= 0) return null
  const isShownAt = (shiftMs: number) => wallClock(new Date(at.getTime() + shiftMs), timeZone).time === time
  if (isShownAt(setBackMs)) return 'first'
  return isShownAt(-setBackMs) ? 'second' : null
}
