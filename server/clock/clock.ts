/** Source of the time: the database, or a test. */
export interface Clock {
  /** The current time. It never goes back, unless a forward jump turns out to be wrong. */
  now(): Date
  /** Resolves once the clock reaches `time`, or when `signal` aborts. */
  until(time: Date, signal: AbortSignal): Promise<void>
}

/** A clock that knows whether its time is reliable. */
export interface ProcessClock extends Clock {
  /**
   * False after an unresolved jump, a sleep, or a long database outage. The worker then neither sends posts nor marks
   * them as missed.
   */
  isReliable(): boolean
  /** Measures again when the time is not reliable, and waits at most a few seconds. */
  waitUntilReliable(): Promise<boolean>
  /** For health checks: whether the time jumped recently, and whether the machine's clock differs. */
  trouble(): { hasJumped: boolean; isMachineOff: boolean }
}
