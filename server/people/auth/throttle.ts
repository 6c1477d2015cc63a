import { AppError } from '#core/errors.ts'
import type { Clock } from '../../clock/clock.ts'
import type { Database, Queryable } from '../../db/database.ts'
import sql, { columns } from '../../db/sql.ts'

/** Counts attempts per key. The counts are in the database, shared by all web processes. */
export interface Throttle {
  /** Allows `limit` calls per `windowMs`. @throws AppError too_many_requests */
  spend(key: string, limit: number, windowMs: number): Promise<void>
  /**
   * Counts an attempt to enter a secret. After `free` attempts the wait doubles each time, from `firstWaitS` (default
   * 1) to `longestWaitS`. Count before verifying, so that concurrent attempts gain nothing.
   * @throws AppError too_many_requests
   */
  countAttempt(key: string, rule: { free: number; firstWaitS?: number; longestWaitS: number }): Promise<void>
  /**
   * Call this after a correct password or code. `one` subtracts one attempt from the key's count, `all` deletes the
   * count.
   */
  forgive(key: string, tries: 'one' | 'all'): Promise<void>
  /** Deletes all counts whose key has this prefix. */
  clear(prefix: string): Promise<void>
}

const FORGET_AFTER_MS = 24 * 3_600_000

export function throttle(database: Database, clock: Clock, isOn: boolean): Throttle {
  if (!isOn) return { spend: nothing, countAttempt: nothing, forgive: nothing, clear: nothing }

  return {
    async spend(key, limit, windowMs) {
      const now = clock.now()
      const ends = new Date(now.getTime() + windowMs)
      const [row] = await database.query(sql`
        insert into throttles as t (key, count, window_ends_at) values (${key}, 1, ${ends})
        on conflict (key) do update set
          count = case when t.window_ends_at <= ${now} then 1 else t.count + 1 end,
          window_ends_at = case when t.window_ends_at <= ${now} then excluded.window_ends_at else t.window_ends_at end
        returning ${columns('throttles t', 'count', 'window_ends_at')}`)
      if (row && row.count > limit) refuse(row.window_ends_at, now)
    },

    async countAttempt(key, { free, firstWaitS = 1, longestWaitS }) {
      const now = clock.now()
      const forget = new Date(now.getTime() + FORGET_AFTER_MS)
      // Do not count attempts during the wait after too many attempts.
      const [row] = await database.query(sql`
        insert into throttles as t (key, count, window_ends_at) values (${key}, 1, ${forget})
        on conflict (key) do update set
          count = case when t.window_ends_at <= ${now} then 1 else t.count + 1 end,
          window_ends_at = excluded.window_ends_at,
          blocked_until = case when t.window_ends_at > ${now} and t.count + 1 > ${free}::int
            then ${now}::timestamptz + least(${longestWaitS}::int, ${firstWaitS}::int * power(2, least(t.count - ${free}::int, 20))) * interval '1 second' end
        where t.blocked_until is null or t.blocked_until <= ${now}
        returning ${columns('throttles t', 'count')}`)
      if (row) return
      const [blocked] = await database.query(
        sql`select ${columns('throttles', 'blocked_until')} from throttles where key = ${key}`,
      )
      refuse(blocked?.blocked_until ?? now, now)
    },

    async forgive(key, tries) {
      await database.query(
        tries === 'all'
          ? sql`delete from throttles where key = ${key}`
          : sql`update throttles set count = greatest(count - 1, 0), blocked_until = null where key = ${key}`,
      )
    },

    async clear(prefix) {
      await database.query(sql`delete from throttles where starts_with(key, ${prefix})`)
    },
  }
}

const nothing = async () => {}

export async function deleteExpiredThrottles(on: Queryable, now: Date): Promise<void> {
  await on.query(sql`
    delete from throttles where window_ends_at <= ${now} and (blocked_until is null or blocked_until <= ${now})`)
}

function refuse(until: Date, now: Date): never {
  const retryAfterMs = Math.max(1_000, until.getTime() - now.getTime())
  throw new AppError('too_many_requests', { retryAfterMs })
}
