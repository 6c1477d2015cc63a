import { BEGIN_WITHIN_MS, REQUEST_TIMEOUT_MS, SENDING_LEASE_MS } from '#core/publishing/sending-times.ts'
import type { Sending } from '../adapters/platforms/platform-client.ts'
import { raiseFenceAgain } from './attempts.ts'
import { LeaseLost, renewLease } from '../accounts/leases.ts'
import { machine } from '../clock/machine-clock.ts'
import type { Job } from './publish-job.ts'

/**
 * The times of what is sent under a fence. They begin now, so this is called before the lease is renewed: whoever is
 * frozen from here on, and may be taken for dead, finds out before anything is sent.
 */
export function sendingOf({ database, clock, worker, account, attempt }: Job): Sending {
  let elapsedMs = stopwatch()
  let signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS)
  return {
    mayBegin: () => elapsedMs() <= BEGIN_WITHIN_MS,
    get signal() {
      return signal
    },
    async mayBeginAgain() {
      elapsedMs = stopwatch()
      signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS)
      try {
        await renewLease(database, worker, account, SENDING_LEASE_MS)
      } catch (error) {
        // What is known by then, that nothing is out, is still told.
        if (error instanceof LeaseLost) return false
        throw error
      }
      return await raiseFenceAgain(database, attempt, clock.now())
    },
  }
}

/** Measures by both of the machine's clocks: one stands still while it is stopped from outside, the other may be set. */
export function stopwatch(): () => number {
  const [steady, wall] = [machine.steadyMs(), machine.wallMs()]
  return () => Math.max(machine.steadyMs() - steady, machine.wallMs() - wall)
}
