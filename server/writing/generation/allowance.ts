import { AppError } from '#core/errors.ts'
import { WriterError } from '../../adapters/ai/writer.ts'
import type { Throttle } from '../../people/auth/throttle.ts'
import type { Config } from '../../config.ts'

const HOUR_MS = 3_600_000
const CALLS_AN_HOUR = 200
const DAY_MS = 24 * HOUR_MS

/**
 * Counts a call against the user's limits, runs it, and turns writer errors into API errors. If `isModel` is set, the
 * separate limit for model calls also applies.
 */
export type Allowed = <Written>(userId: string, isModel: boolean, write: () => Promise<Written>) => Promise<Written>

/** All features that write for a user share one limit. */
export function writingAllowance(throttle: Throttle, { aiDailyLimit }: Pick<Config, 'aiDailyLimit'>): Allowed {
  return async (userId, isModel, write) => {
    await throttle.spend(`draft:${userId}`, CALLS_AN_HOUR, HOUR_MS)
    if (isModel) await throttle.spend(`model:${userId}`, aiDailyLimit, DAY_MS)
    try {
      return await write()
    } catch (error) {
      if (error instanceof WriterError) throw new AppError(`writer_${error.reason}`, { cause: error })
      throw error
    }
  }
}
