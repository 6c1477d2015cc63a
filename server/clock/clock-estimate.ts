/** One measurement of a clock. `askedAt` and `answeredAt` are milliseconds of the machine's steady clock. */
export interface Reading {
  askedAt: number
  answeredAt: number
  /** Whole milliseconds since 1970. */
  timeMs: number
}

/** A larger difference from the expected time is a jump. A smaller one is drift or a small correction. */
export const JUMP_MS = 2_000
/** Each measurement is used for 10 to 20 seconds, in which the steady clock drifts by a few milliseconds. */
const WINDOW_MS = 10_000

/** The measured clock minus the steady clock is between these two bounds, in milliseconds. */
interface Bounds {
  since: number
  least: number
  most: number
}

/**
 * Estimates the time of another clock between measurements, by the steady clock. Each measurement proves two bounds: at
 * the response, it is at least the shown time; at the request, it was at most that. The estimate is the highest lower
 * bound, so that no post is early.
 */
export function clockEstimate(first: Reading) {
  let [before, current] = [boundsOf(first), boundsOf(first)]
  /** How far the other clock is wrong after a rejected jump. */
  let wrongByMs = 0

  const least = () => Math.max(before.least, current.least)
  const most = () => Math.min(before.most, current.most)
  const fits = (bounds: Bounds, slackMs: number) => bounds.least <= most() + slackMs && bounds.most >= least() - slackMs
  const begin = (bounds: Bounds) => {
    before = current = bounds
  }

  return {
    /** The time at a steady-clock moment, in milliseconds since 1970. */
    at: (steadyMs: number): number => least() + steadyMs,
    /**
     * Adds a measurement of the clock. @returns false when the clock jumped. The estimate stays unchanged until the
     * jump is accepted or rejected.
     */
    add(reading: Reading): boolean {
      if (wrongByMs !== 0 && fits(boundsOf(reading), JUMP_MS)) wrongByMs = 0
      const bounds = boundsOf(reading, wrongByMs)
      if (!fits(bounds, JUMP_MS)) return false
      if (!fits(bounds, 0)) begin(bounds)
      else if (bounds.since - current.since >= WINDOW_MS) [before, current] = [current, bounds]
      else {
        const { since } = current
        current = { since, least: Math.max(current.least, bounds.least), most: Math.min(current.most, bounds.most) }
      }
      return true
    },
    /** Follows the clock after its jump. */
    acceptJump(reading: Reading): void {
      wrongByMs = 0
      begin(boundsOf(reading))
    },
    /** Keeps the estimate and treats the clock as wrong by the size of its jump. */
    rejectJump(reading: Reading): void {
      wrongByMs = reading.timeMs - reading.answeredAt - least()
    },
  }
}

function boundsOf({ askedAt, answeredAt, timeMs }: Reading, wrongByMs = 0): Bounds {
  // The clock shows whole milliseconds, so the true time may be almost one millisecond later.
  return { since: answeredAt, least: timeMs - wrongByMs - answeredAt, most: timeMs + 1 - wrongByMs - askedAt }
}
