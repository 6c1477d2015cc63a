import type { Platform } from './platform.ts'
import type { World } from './world.ts'

/** A number of actions per subject and time window. */
export interface Limit {
  platform: Platform
  /** Its name in `/_sim/limits`. */
  name: string
  /** null: unlimited by default. */
  most: number | null
  windowMs: number
  /** The window starts with the first action by default. LinkedIn's days start at midnight UTC. */
  begins?: 'utc-midnight'
}

export interface Spent {
  isOver: boolean
  used: number
  most: number
  /** The end of the window. */
  resetAt: number
}

/** The limit: set by a test, or the network's default. */
export function mostOf(world: World, limit: Limit): number {
  const set = world.limits.get(`${limit.platform} ${limit.name}`)
  return (set === undefined ? limit.most : set.most) ?? Infinity
}

/** Counts one action in the current window, unless the limit is reached. */
export function spend(world: World, limit: Limit, who: string, count = 1): Spent {
  const { used, resetAt, start, most } = look(world, limit, who)
  const isOver = used + count > most
  if (!isOver) world.windows.put(keyOf(limit, who), { start, used: used + count })
  return { isOver, used: isOver ? used : used + count, most, resetAt }
}

export function look(world: World, limit: Limit, who: string): Spent & { start: number } {
  const now = world.now()
  const last = world.windows.get(keyOf(limit, who))
  const start = limit.begins === 'utc-midnight' ? now - (now % limit.windowMs) : now
  const isOpen = last && now >= last.start && (limit.begins ? last.start === start : now < last.start + limit.windowMs)
  const open = isOpen ? last : { start, used: 0 }
  const most = mostOf(world, limit)
  return { isOver: open.used >= most, used: open.used, most, start: open.start, resetAt: open.start + limit.windowMs }
}

function keyOf(limit: Limit, who: string): string {
  return `${limit.platform} ${limit.name} ${who}`
}
