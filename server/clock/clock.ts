/** Where the time comes from: the database, or a test that moves it. */
export interface Clock {
  /** Never goes back, but where a jump of the clock forward is found to have been wrong. */
  now(): Date
  /** Resolves once `time` has come by the clock as it goes then, or as soon as `signal` aborts. */
  until(time: Date, signal: AbortSignal): Promise<void>
}

/** The clock of a process, which knows whether it may be acted by. */
export interface ProcessClock extends Clock {
  /** False after a jump that is not judged yet, a sleep, or long without the database: then nothing is sent or given up. */
  isSure(): boolean
  /** The same, measured anew where it is not sure; waits some seconds at most. */
  becomesSure(): Promise<boolean>
  /** For health: whether the time has jumped lately, and whether the machine's own clock shows another. */
  trouble(): { hasJumped: boolean; isMachineOff: boolean }
}
