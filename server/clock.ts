/** Where the time comes from: the machine's own, or one that a test moves. */
export interface Clock {
  now(): Date
  /** Resolves about when `time` comes by the clock as it goes now, or as soon as `signal` aborts. Never much later: clocks are set back. */
  until(time: Date, signal: AbortSignal): Promise<void>
}

/** The longest pause that a timer can hold, in ms. */
const LONGEST_PAUSE_MS = 2_147_483_647

export const systemClock: Clock = {
  now: () => new Date(),
  until: (time, signal) =>
    new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, Math.min(Math.max(0, time.getTime() - Date.now()), LONGEST_PAUSE_MS))
      signal.addEventListener('abort', done)
      if (signal.aborted) done()
    }),
}
