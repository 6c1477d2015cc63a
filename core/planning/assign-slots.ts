import type { Platform } from '../platforms/platform.ts'

/**
 * Assigns a free slot to each post. Only posts on different networks may share a slot. Null when a network has too few
 * free slots.
 */
export function assignSlots(
  posts: readonly Platform[],
  free: ReadonlyMap<Platform, readonly Date[]>,
): { platform: Platform; at: Date }[] | null {
  const left = new Map([...free].map(([platform, times]) => [platform, times.values()]))
  const assigned = posts.map((platform) => ({ platform, at: left.get(platform)?.next().value }))
  return assigned.every((slot): slot is { platform: Platform; at: Date } => slot.at !== undefined) ? assigned : null
}
