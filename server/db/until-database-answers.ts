import { setTimeout as pause } from 'node:timers/promises'
import { isDatabaseAway, isDiskFull } from './database.ts'

/** Longer than a database takes to restart or to fail over. */
const GIVE_UP_AFTER_MS = 60_000

/**
 * Does what must not be lost (a network's answer, a renewed token) again and again while the database is away.
 * `work` must be such that doing it twice does no harm.
 */
export async function untilDatabaseAnswers<T>(work: () => Promise<T>): Promise<T> {
  const since = performance.now()
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!mayPass(error) || performance.now() - since > GIVE_UP_AFTER_MS) throw error
      await pause(500)
    }
  }
}

/** Besides a database that is away: one that has no room, and one that can only be read while another takes its place. */
function mayPass(error: unknown): boolean {
  return isDatabaseAway(error) || isDiskFull(error) || (error as { code?: string }).code === READ_ONLY
}

const READ_ONLY = '25006'
