/** The distance after which a pull reloads the page, and the delay after release. The specification gives both. */
export const RELOAD_DISTANCE_PX = 200
export const RELOAD_DELAY_MS = 1_000

export interface Finger {
  x: number
  y: number
}

/** The distance of a pull downwards. 0 for a movement that is more sideways, or up. */
export function pullDistancePx(from: Finger, to: Finger): number {
  const down = to.y - from.y
  return down > Math.abs(to.x - from.x) ? down : 0
}

/** True where pull-to-refresh is on. On schedule pages it is off, because a touch there moves posts and weeks. */
export const canPullAt = (path: string): boolean => path !== '/schedule' && !path.startsWith('/schedule/')
