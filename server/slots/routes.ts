import { AppError } from '#core/errors.ts'
import type { Platform } from '#core/platforms/platform.ts'
import { wallTimeAt } from '#core/posts/wall-time.ts'
import type { FreeSlot, Slot, Slots } from '#core/slots/contract.ts'
import { comingSlots } from '#core/slots/next-free.ts'
import type { Clock } from '../clock.ts'
import type { Database, Queryable } from '../db/database.ts'
import sql, { columns, computed } from '../db/sql.ts'
import { settingsChanged } from '../events/events.ts'
import type { Handle } from '../http/router.ts'

/** How far ahead free slots are looked for. */
const YEAR_MS = 366 * 86_400_000

const NONE: Slots = { week: [], ramadan: null, weekendOf: null, revision: 0 }

export function slotRoutes(handle: Handle, { database, clock }: { database: Database; clock: Clock }): void {
  handle('GET /api/slots', ({ signedIn }) => slotsOf(database, signedIn.user.id))

  handle('PATCH /api/slots', ({ signedIn, headers, body }) =>
    database.transaction(async (tx) => {
      const userId = signedIn.user.id
      // Made first where there is none, so that two at once wait for each other.
      await tx.query(sql`
        insert into publishing_slots (user_id, week, revision) values (${userId}, '[]', 0) on conflict do nothing`)
      const before = await slotsOf(tx, userId, true)
      if (headers['If-Match'] && !headers['If-Match'].includes(before.revision))
        throw new AppError('slots_changed_meanwhile')
      const week = body.week ? inOrder(body.week) : before.week
      const ramadan = body.ramadan === undefined ? before.ramadan : body.ramadan && inOrder(body.ramadan)
      const weekendOf = body.weekendOf === undefined ? before.weekendOf : body.weekendOf
      const revision = before.revision + 1
      await tx.query(sql`
        update publishing_slots set week = ${JSON.stringify(week)}::jsonb, ramadan = ${ramadan && JSON.stringify(ramadan)}::jsonb,
          weekend_of = ${weekendOf}, revision = ${revision}
        where user_id = ${userId}`)
      await tx.query(settingsChanged(userId, clock.now()))
      return { week, ramadan, weekendOf, revision }
    }),
  )

  handle('GET /api/slots/free', async ({ signedIn, query }) => {
    const { user } = signedIn
    const { platforms, limit, except } = query
    const timeZone = query.timeZone ?? user.timeZone ?? 'UTC'
    const slots = await slotsOf(database, user.id)
    const now = clock.now()
    const year = { from: now, to: new Date(now.getTime() + YEAR_MS) }
    const taken = await takenMinutes(database, user.id, platforms, year, except)
    return comingSlots(slots, platforms, year, timeZone)
      .filter((at) => !taken.has(at.getTime()))
      .take(limit)
      .map((at): FreeSlot => ({ at: at.toISOString(), ...wallTimeAt(at, timeZone) }))
      .toArray()
  })
}

async function slotsOf(on: Queryable, userId: string, isLocked = false): Promise<Slots> {
  const shown = columns('publishing_slots', 'week', 'ramadan', 'weekend_of as weekendOf', 'revision')
  const [slots] = await on.query(
    isLocked
      ? sql`select ${shown} from publishing_slots where user_id = ${userId} for update`
      : sql`select ${shown} from publishing_slots where user_id = ${userId}`,
  )
  return slots ?? NONE
}

/** The minutes in which something of these networks is to go out already, in milliseconds. */
async function takenMinutes(
  on: Queryable,
  userId: string,
  platforms: readonly Platform[],
  { from, to }: { from: Date; to: Date },
  except: string | undefined,
): Promise<Set<number>> {
  const rows = await on.query(sql`
    select distinct ${computed('minute', 'timestamptz', sql`date_trunc('minute', scheduled_at)`)} from posts
    where user_id = ${userId} and status = 'scheduled' and scheduled_at >= ${from} and scheduled_at < ${to}
      and platform = any(${[...platforms]}) and (${except ?? null}::uuid is null or id <> ${except ?? null}::uuid)`)
  return new Set(rows.map(({ minute }) => Number(minute)))
}

/** By weekday and time, and none twice. */
function inOrder(slots: readonly Slot[]): Slot[] {
  const byKey = new Map(slots.map((slot) => [`${slot.weekday} ${slot.time} ${slot.platform ?? ''}`, slot]))
  return [...byKey].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, slot]) => slot)
}
