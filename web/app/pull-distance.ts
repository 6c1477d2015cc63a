/** How far a finger pulls the page down before it is loaded anew, and how long after it lets go. */
export const RELOAD_DISTANCE_PX = 200
export const RELOAD_DELAY_MS = 1_000

export interface Finger {
  x: number
  y: number
}

/**
 * How far a pull is, in px: 0 for what is a movement to the side or up.
 * @param from where the finger began, on a page at its very beginning
 */
export function pullDistancePx(from: Finger, to: Finger): number {
  const down = to.y - from.y
  return down > Math.abs(to.x - from.x) ? down : 0
}

/** On schedule pages a finger moves posts and weeks. */
export const canPullAt = (path: string): boolean => path !== '/schedule' && !path.startsWith('/schedule/')
