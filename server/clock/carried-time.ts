/** One look at a clock: what it showed, and when we asked it and had its answer, in ms of the machine's steady clock. */
export interface Reading {
  askedAt: number
  answeredAt: number
  /** Ms since 1970, whole ones. */
  timeMs: number
}

/** What is further from where it was expected was set; less is drift, or a small correction. */
export const JUMP_MS = 2_000
/** For so long, and twice as long at most, a reading counts: the steady clock drifts by no more than some ms meanwhile. */
const COUNTS_MS = 10_000

/** How far the clock is ahead of the steady one, at least and at most. */
interface Bounds {
  since: number
  least: number
  most: number
}

/**
 * The time of another clock, carried on by the steady one between readings. Each reading proves two bounds: the time was
 * no earlier than what it showed when its answer was here, and no later when it was asked. The highest of the lower
 * bounds is taken for the time: it is near the truth and never ahead of it, so that nothing goes out early.
 */
export function carriedTime(first: Reading) {
  let [before, current] = [boundsOf(first), boundsOf(first)]
  /** How far the other clock is ahead of the time, where it jumped and was not believed. */
  let wrongByMs = 0

  const least = () => Math.max(before.least, current.least)
  const most = () => Math.min(before.most, current.most)
  const fits = (bounds: Bounds, slackMs: number) => bounds.least <= most() + slackMs && bounds.most >= least() - slackMs
  const begin = (bounds: Bounds) => {
    before = current = bounds
  }

  return {
    /** The time at a moment of the steady clock, in ms since 1970. */
    at: (steadyMs: number): number => least() + steadyMs,
    /** @returns false where the clock jumped: then everything is as before, until it is known which of both is right */
    read(reading: Reading): boolean {
      if (wrongByMs !== 0 && fits(boundsOf(reading), JUMP_MS)) wrongByMs = 0
      const bounds = boundsOf(reading, wrongByMs)
      if (!fits(bounds, JUMP_MS)) return false
      if (!fits(bounds, 0)) begin(bounds)
      else if (bounds.since - current.since >= COUNTS_MS) [before, current] = [current, bounds]
      else {
        const { since } = current
        current = { since, least: Math.max(current.least, bounds.least), most: Math.min(current.most, bounds.most) }
      }
      return true
    },
    /** Goes by the clock as it shows since its jump. */
    believe(reading: Reading): void {
      wrongByMs = 0
      begin(boundsOf(reading))
    },
    /** Goes on as before the jump: the clock is taken to be wrong by as much as it jumped. */
    doubt(reading: Reading): void {
      wrongByMs = reading.timeMs - reading.answeredAt - least()
    },
  }
}

function boundsOf({ askedAt, answeredAt, timeMs }: Reading, wrongByMs = 0): Bounds {
  // Whole ms: what is shown may be almost over.
  return { since: answeredAt, least: timeMs - wrongByMs - answeredAt, most: timeMs + 1 - wrongByMs - askedAt }
}
