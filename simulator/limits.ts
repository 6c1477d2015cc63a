import type { Platform } from './platform.ts'
import type { World } from './world.ts'

/** The number of actions that one account or app may take in a time window. */
export interface Limit {
  platform: Platform
  /** The limit's name in `/_sim/limits`. */
  name: string
  /** null means that the network has no such limit by default. */
  most: number | null
  windowMs: number
  /** A window starts with the first action. LinkedIn's daily windows start at midnight UTC instead. */
  begins?: 'utc-midnight'
}

export interface Spent {
  isOver: boolean
  used: number
  most: number
  /** The end of the window as a Unix time in ms. */
  resetAt: number
}

/** The limit that a test has set, or the network's default. */
export function mostOf(world: World, limit: Limit): number {
  const set = world.limits.get(`${limit.platform} ${limit.name}`)
  return (set === undefined ? limit.most : set.most) ?? Infinity
}

/** Counts `count` actions in the current window, unless they would exceed the limit. */
export function spend(world: World, limit: Limit, who: string, count = 1): Spent {
  const { used, resetAt, start, most } = look(world, limit, who)
  const isOver = used + count > most
  if (!isOver) world.windows.put(keyOf(limit, who), { start, used: used + count })
  return { isOver, used: isOver ? used : used + count, most, resetAt }
}

function look(world: World, limit: Limit, who: string): Spent & { start: number } {
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
