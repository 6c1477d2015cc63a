import { setTimeout as pause } from 'node:timers/promises'
import { isDatabaseUnavailable, isDiskFull } from './database.ts'

/** How long to retry: longer than a database restart or failover takes. */
const GIVE_UP_AFTER_MS = 60_000

/**
 * Retries work that must not be lost, such as storing a network's response, while the database is unavailable. `work`
 * must be idempotent.
 */
export async function retryUntilDatabaseAnswers<T>(work: () => Promise<T>): Promise<T> {
  const since = performance.now()
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isTransient(error) || performance.now() - since > GIVE_UP_AFTER_MS) throw error
      await pause(500)
    }
  }
}

/** Whether a retry may succeed: after an outage, with a full disk, or on a read-only replica during a failover. */
function isTransient(error: unknown): boolean {
  return isDatabaseUnavailable(error) || isDiskFull(error) || (error as { code?: string }).code === READ_ONLY
}

const READ_ONLY = '25006'
