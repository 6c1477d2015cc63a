import type { Platform } from '../platforms/platform.ts'

/**
 * Assigns free slots to posts in order. Posts on one network take different slots; posts on different networks may
 * share one.
 * @param free free slots per network, soonest first
 * @returns null when a network has too few slots
 */
export function assignSlots(
  posts: readonly Platform[],
  free: ReadonlyMap<Platform, readonly Date[]>,
): { platform: Platform; at: Date }[] | null {
  const left = new Map([...free].map(([platform, times]) => [platform, times.values()]))
  const assigned = posts.map((platform) => ({ platform, at: left.get(platform)?.next().value }))
  return assigned.every((slot): slot is { platform: Platform; at: Date } => slot.at !== undefined) ? assigned : null
}
