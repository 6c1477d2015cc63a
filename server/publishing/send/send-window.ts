import { BEGIN_WITHIN_MS, REQUEST_TIMEOUT_MS, SENDING_LEASE_MS } from '#core/publishing/sending-times.ts'
import { LeaseLost, renewLease } from '../../accounts/leases.ts'
import type { SendWindow } from '../../adapters/platforms/platform-client.ts'
import { stopwatch } from '../../clock/stopwatch.ts'
import type { PublishJob } from './publish-job.ts'

/**
 * Opens the time window in which a request may be sent after its post was marked as being sent. Call it before renewing
 * the lease of the account. A worker that freezes after this call then notices that the window is over, and sends
 * nothing.
 * @param renew renews the mark for another request
 */
export function openSendWindow(
  { database, worker, account }: Pick<PublishJob, 'database' | 'worker' | 'account'>,
  renew: () => Promise<boolean>,
): SendWindow {
  let elapsedMs = stopwatch()
  let signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS)
  return {
    mayBegin: () => elapsedMs() <= BEGIN_WITHIN_MS,
    get signal() {
      return signal
    },
    async reopen() {
      elapsedMs = stopwatch()
      signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS)
      try {
        await renewLease(database, worker, account, SENDING_LEASE_MS)
      } catch (error) {
        // Do not throw, because the caller must still record a proven refusal.
        if (error instanceof LeaseLost) return false
        throw error
      }
      return await renew()
    },
  }
}
