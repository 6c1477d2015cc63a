import type { ProcessClock } from '#server/clock/clock.ts'

/** A clock that runs in real time and that a test can advance. Advancing fires the timers that become due. */
export interface TestClock extends ProcessClock {
  advance(ms: number): void
  advanceTo(time: Date): void
  /**
   * Stops the clock until the result is disposed. Only the test then moves it, so that a slow machine changes no
   * timing.
   */
  stopped(): Disposable
}

export function testClock(): TestClock {
  let offsetMs = 0
  let hasJumped = false
  const moved = new Set<() => void>()
  let stoppedAtMs: number | undefined
  const now = () => new Date((stoppedAtMs ?? Date.now()) + offsetMs)
  const advance = (ms: number) => {
    offsetMs += Math.max(0, ms)
    hasJumped = true
    for (const wake of moved) wake()
  }
  return {
    now,
    isReliable: () => true,
    waitUntilReliable: async () => true,
    trouble: () => ({ hasJumped, isMachineOff: false }),
    advance,
    advanceTo: (time) => advance(time.getTime() - now().getTime()),
    stopped() {
      const at = (stoppedAtMs = Date.now())
      return {
        [Symbol.dispose]() {
          offsetMs -= Date.now() - at
          stoppedAtMs = undefined
        },
      }
    },
    until: (time, signal) =>
      new Promise((resolve) => {
        let timer: NodeJS.Timeout | undefined
        const check = () => {
          clearTimeout(timer)
          const left = time.getTime() - now().getTime()
          if (left > 0 && !signal.aborted) {
            timer = setTimeout(check, Math.min(left, 2 ** 31 - 1))
            return
          }
          moved.delete(check)
          signal.removeEventListener('abort', check)
          resolve()
        }
        moved.add(check)
        signal.addEventListener('abort', check)
        check()
      }),
  }
}
