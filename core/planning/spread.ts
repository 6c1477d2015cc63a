import type { Platform } from '../platforms/platform.ts'

/**
 * A slot for each of several posts, in their order: posts of one network take its free slots one after the other, and
 * those of different networks may share one.
 * @param free the free slots of each network, soonest first
 * @returns null where a network has fewer than its posts need
 */
export function spread(
  posts: readonly Platform[],
  free: ReadonlyMap<Platform, readonly Date[]>,
): { platform: Platform; at: Date }[] | null {
  const left = new Map([...free].map(([platform, times]) => [platform, times.values()]))
  const placed = posts.map((platform) => ({ platform, at: left.get(platform)?.next().value }))
  return placed.every((one): one is { platform: Platform; at: Date } => one.at !== undefined) ? placed : null
}
