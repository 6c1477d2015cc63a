import { setTimeout as pause } from 'node:timers/promises'
import { isDatabaseAway } from '../db/database.ts'

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
      if (!isDatabaseAway(error) || performance.now() - since > GIVE_UP_AFTER_MS) throw error
      await pause(500)
    }
  }
}
