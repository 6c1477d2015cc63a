/** Where the time comes from: the machine's own, or one that a test moves. */
export interface Clock {
  now(): Date
  /** Resolves at `time`, or as soon as `signal` aborts. */
  until(time: Date, signal: AbortSignal): Promise<void>
}

/** The longest pause that a timer can hold (2^31 - 1 ms); longer ones are walked in steps. */
const LONGEST_PAUSE_MS = 2_147_483_647

export const systemClock: Clock = {
  now: () => new Date(),
  until: (time, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve()
      let timer: NodeJS.Timeout
      const done = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', done)
        resolve()
      }
      const step = () => {
        const left = time.getTime() - Date.now()
        if (left <= 0) return done()
        timer = setTimeout(step, Math.min(left, LONGEST_PAUSE_MS))
      }
      signal.addEventListener('abort', done)
      step()
    }),
}
