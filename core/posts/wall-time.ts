import { instantOf, wallClock } from '../time-zone.ts'

/** What the clock shows at a post's time in the zone that its owner chose it in: `2026-06-01T09:00`. */
export interface WallTime {
  wallTime: string
  timeZone: string
}

/** How a client sends a time that was chosen on the clock of a zone. */
export function chosenTime(at: Date, timeZone: string): WallTime & { scheduledAt: string } {
  return { scheduledAt: at.toISOString(), ...wallTimeAt(at, timeZone) }
}

export function wallTimeAt(at: Date, timeZone: string): WallTime {
  const { date, time } = wallClock(at, timeZone)
  return { wallTime: `${date}T${time}`, timeZone }
}

/** The instant of a wall time; where the clock shows it twice, the one nearer to `before`. Null if it is no time. */
export function instantOfWall({ wallTime, timeZone }: WallTime, before: Date): Date | null {
  const [date = '', time = ''] = wallTime.split('T')
  return instantOf(date, time, timeZone, before)
}

export type ZoneStep = { do: 'nothing' } | { do: 'move'; to: Date } | { do: 'tell' }

/**
 * What becomes of a coming post when the rules of time zones that this machine knows have changed: it keeps its wall
 * time. Where that has passed by the new rules, the post keeps its instant, and its owner is told.
 * @param toInstant by the rules of now
 */
export function afterNewRules(
  post: WallTime & { scheduledAt: Date },
  now: Date,
  toInstant: typeof instantOfWall = instantOfWall,
): ZoneStep {
  const to = toInstant(post, post.scheduledAt)
  if (!to || to.getTime() === post.scheduledAt.getTime()) return { do: 'nothing' }
  return to > now ? { do: 'move', to } : { do: 'tell' }
}
