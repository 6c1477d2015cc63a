export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** Frogy reads a post's metrics every `everyMs`, until the post reaches the age `untilMs`. */
type ReadIntervals = readonly { untilMs: number; everyMs: number }[]

/** The ages of a post at which Frogy reads its metrics. */
export function agesOf(intervals: ReadIntervals): readonly number[] {
  const ages: number[] = []
  let age = 0
  for (const { untilMs, everyMs } of intervals)
    while (age < untilMs) ages.push((age = Math.min(age + everyMs, untilMs)))
  return ages
}

export const USUAL_AGES = agesOf([
  { untilMs: 3 * HOUR_MS, everyMs: 15 * MINUTE_MS },
  { untilMs: DAY_MS, everyMs: HOUR_MS },
  { untilMs: 7 * DAY_MS, everyMs: 6 * HOUR_MS },
  { untilMs: 30 * DAY_MS, everyMs: DAY_MS },
  { untilMs: 90 * DAY_MS, everyMs: 7 * DAY_MS },
])
