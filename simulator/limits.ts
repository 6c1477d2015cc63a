import type { Platform } from './platform.ts'
import type { World } from './world.ts'

/** So many of one thing for somebody in a time. */
export interface Limit {
  platform: Platform
  /** What `/_sim/limits` calls it. */
  name: string
  /** null: not played unless it is asked for. */
  most: number | null
  windowMs: number
  /** Begins with the first of them unless told: LinkedIn's days begin at midnight in London's winter time. */
  begins?: 'utc-midnight'
}

export interface Spent {
  isOver: boolean
  used: number
  most: number
  /** When the window ends. */
  resetAt: number
}

/** How many there are at most: what a test asked for, or the network's own number. */
export function mostOf(world: World, limit: Limit): number {
  const set = world.limits.get(`${limit.platform} ${limit.name}`)
  return (set === undefined ? limit.most : set.most) ?? Infinity
}

/** Counts one more in the open window, unless it is used up. */
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
