import { instantOf, wallClock } from '../time-zone.ts'

/** The local time that the author chose, with its zone: `2026-06-01T09:00`. */
export interface WallTime {
  wallTime: string
  timeZone: string
}

export function chosenTime(at: Date, timeZone: string): WallTime & { scheduledAt: string } {
  return { scheduledAt: at.toISOString(), ...wallTimeAt(at, timeZone) }
}

export function wallTimeAt(at: Date, timeZone: string): WallTime {
  const { date, time } = wallClock(at, timeZone)
  return { wallTime: `${date}T${time}`, timeZone }
}

/**
 * The instant of a local time. If the time occurs twice, returns the instant closer to `before`. Null for an invalid
 * time.
 */
export function instantOfWall({ wallTime, timeZone }: WallTime, before: Date): Date | null {
  const [date = '', time = ''] = wallTime.split('T')
  return instantOf(date, time, timeZone, before)
}

type ZoneStep = { do: 'nothing' } | { do: 'move'; to: Date } | { do: 'notify' }

/**
 * Keeps a scheduled post at its local time after the time zone rules changed. If the new instant has passed, the post
 * stays unchanged and its author is notified.
 * @param toInstant converts a local time by the new rules
 */
export function afterNewRules(
  post: WallTime & { scheduledAt: Date },
  now: Date,
  toInstant: typeof instantOfWall = instantOfWall,
): ZoneStep {
  const to = toInstant(post, post.scheduledAt)
  if (!to || to.getTime() === post.scheduledAt.getTime()) return { do: 'nothing' }
  return to > now ? { do: 'move', to } : { do: 'notify' }
}
