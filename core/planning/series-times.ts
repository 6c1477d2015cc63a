import type { Platform } from '../platforms/platform.ts'
import { instantOf, wallClock } from '../time-zone.ts'

const DAY_MS = 86_400_000
/**
 * The minimum time between posts from one source, so that readers do not see them together. An hour less than three
 * days allows for a clock change.
 */
const APART_MS = 3 * DAY_MS - 3_600_000
/** The local time at which a series publishes on a network without weekly times. */
const USUAL_TIME = '09:00'
/** How many publishing times an author can choose from. */
const CHOICES = 24

/** The times that an author can choose for a post: its network's free weekly times, or nine o'clock each day. */
export function timesToChoose(free: readonly Date[], now: Date, timeZone: string): Date[] {
  if (free.length > 0) return free.slice(0, CHOICES)
  return Array.from({ length: CHOICES }, (_, day) => {
    const { date } = wallClock(new Date(now.getTime() + (day + 1) * DAY_MS), timeZone)
    return instantOf(date, USUAL_TIME, timeZone) ?? new Date(`${date}T${USUAL_TIME}Z`)
  })
}

/** Gives each post the first free time some days after the previous post. A post gets no time if none is left. */
export function spreadPosts(
  platforms: readonly Platform[],
  timesOf: (platform: Platform) => readonly Date[],
  now: Date,
): (Date | null)[] {
  let earliest = now.getTime()
  return platforms.map((platform) => {
    const at = timesOf(platform).find((time) => time.getTime() >= earliest) ?? null
    if (at) earliest = at.getTime() + APART_MS
    return at
  })
}
