import { AppError } from '#core/errors.ts'
import { WriterError } from '../../adapters/ai/writer.ts'
import type { Throttle } from '../../people/auth/throttle.ts'
import type { Config } from '../../config.ts'

const HOUR_MS = 3_600_000
const CALLS_AN_HOUR = 200
const DAY_MS = 24 * HOUR_MS

/**
 * Writes within a person's share, and says in words why nothing was written.
 * @param isModel whether a model writes: what costs somebody money has an allowance of its own
 */
export type Allowed = <Written>(userId: string, isModel: boolean, write: () => Promise<Written>) => Promise<Written>

/** Every call that writes for a person counts towards one allowance. */
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
