import { AppError } from '#core/errors.ts'
import { PLATFORMS, type Platform } from '#core/platforms/platform.ts'
import type { FreeTime } from '#core/posts/lists-contract.ts'
import { wallTimeAt } from '#core/posts/wall-time.ts'
import type { FreeSlot, Slot, Slots, SlotsChange } from '#core/planning/contract.ts'
import { upcomingSlots } from '#core/planning/upcoming-slots.ts'
import type { Clock } from '../clock/clock.ts'
import type { Database, Queryable } from '../db/database.ts'
import sql, { columns, computed, list } from '../db/sql.ts'
import { settingsChanged } from '../events/events.ts'

const YEAR_MS = 366 * 86_400_000

const NO_SLOTS: Slots = { week: [], ramadan: null, weekendOf: null, revision: 0 }

/** Reads a user's weekly publishing slots. @param isLocked locks the row until the transaction ends */
export async function slotsOf(on: Queryable, userId: string, isLocked = false): Promise<Slots> {
  const shown = columns('publishing_slots', 'week', 'ramadan', 'weekend_of as weekendOf', 'revision')
  const [slots] = await on.query(
    isLocked
      ? sql`select ${shown} from publishing_slots where user_id = ${userId} for update`
      : sql`select ${shown} from publishing_slots where user_id = ${userId}`,
  )
  return slots ?? NO_SLOTS
}

/**
 * Changes a user's publishing slots.
 * @param revisions the revisions that the user saw before the change
 * @throws AppError slots_changed_meanwhile
 */
export async function changeSlots(
  { database, clock }: { database: Database; clock: Clock },
  userId: string,
  change: SlotsChange,
  revisions: readonly number[] | undefined,
): Promise<Slots> {
  return await database.transaction(async (tx) => {
    // Create a missing row first, so that concurrent changes wait for its lock.
    await tx.query(sql`
      insert into publishing_slots (user_id, week, revision) values (${userId}, '[]', 0) on conflict do nothing`)
    const before = await slotsOf(tx, userId, true)
    if (revisions && !revisions.includes(before.revision)) throw new AppError('slots_changed_meanwhile')
    const week = change.week ? sortedSlots(change.week) : before.week
    const ramadan = change.ramadan === undefined ? before.ramadan : change.ramadan && sortedSlots(change.ramadan)
    const weekendOf = change.weekendOf === undefined ? before.weekendOf : change.weekendOf
    const revision = before.revision + 1
    await tx.query(sql`
      update publishing_slots set week = ${JSON.stringify(week)}::jsonb, ramadan = ${ramadan && JSON.stringify(ramadan)}::jsonb,
        weekend_of = ${weekendOf}, revision = ${revision}
      where user_id = ${userId}`)
    await tx.query(settingsChanged(userId, clock.now()))
    return { week, ramadan, weekendOf, revision }
  })
}

/** Lists the next slots without a scheduled post, soonest first. */
export async function freeSlots(
  { database, clock }: { database: Database; clock: Clock },
  userId: string,
  filter: { platforms: Platform[]; limit: number; except?: string | undefined; timeZone: string },
): Promise<FreeSlot[]> {
  const { platforms, limit, except, timeZone } = filter
  const slots = await slotsOf(database, userId)
  const now = clock.now()
  const year = { from: now, to: new Date(now.getTime() + YEAR_MS) }
  const occupied = await occupiedMinutes(database, userId, platforms, year, except)
  return upcomingSlots(slots, platforms, year, timeZone)
    .filter((at) => !occupied.has(at.getTime()))
    .take(limit)
    .map((at): FreeSlot => ({ at: at.toISOString(), ...wallTimeAt(at, timeZone) }))
    .toArray()
}

/**
 * Lists the user's weekly publishing times at which no post is scheduled, between the first and the last instant. A
 * time for any network is free only if no network has a post in that minute.
 */
export async function freeTimes(
  on: Queryable,
  userId: string,
  slots: Slots,
  instants: readonly Date[],
  timeZone: string,
): Promise<FreeTime[]> {
  const [first, to] = [instants.at(0), instants.at(-1)]
  if (!first || !to || slots.week.length + (slots.ramadan?.length ?? 0) === 0) return []
  const rows = await on.query(sql`
    select distinct ${list(columns('posts', 'platform'), computed('minute', 'timestamptz', sql`date_trunc('minute', scheduled_at)`))}
    from posts where user_id = ${userId} and status in ('scheduled', 'in_review') and scheduled_at >= ${first} and scheduled_at < ${to}`)
  const isTaken = (at: Date, platform: Platform | null) =>
    rows.some((row) => Number(row.minute) === at.getTime() && (platform === null || row.platform === platform))
  const free = new Map<number, Platform | null>()
  for (const platform of [null, ...PLATFORMS]) {
    const ofIt = (week: readonly Slot[]) => week.filter((slot) => slot.platform === platform)
    const own = { ...slots, week: ofIt(slots.week), ramadan: slots.ramadan && ofIt(slots.ramadan) }
    // Start one millisecond earlier, because the range must include its first instant.
    const range = { from: new Date(first.getTime() - 1), to }
    for (const at of upcomingSlots(own, platform ? [platform] : [], range, timeZone))
      if (!isTaken(at, platform) && !free.has(at.getTime())) free.set(at.getTime(), platform)
  }
  return [...free].toSorted(([a], [b]) => a - b).map(([at, platform]) => ({ at: new Date(at).toISOString(), platform }))
}

/** The minutes, as times in ms, at which these networks have a coming post or a planned draft. */
async function occupiedMinutes(
  on: Queryable,
  userId: string,
  platforms: readonly Platform[],
  { from, to }: { from: Date; to: Date },
  except: string | undefined,
): Promise<Set<number>> {
  const others = sql`platform = any(${[...platforms]})
    and (${except ?? null}::uuid is null or id <> ${except ?? null}::uuid)`
  const rows = await on.query(sql`
    select ${computed('minute', 'timestamptz', sql`date_trunc('minute', at)`)} from (
      select scheduled_at as at from posts
      where user_id = ${userId} and status in ('scheduled', 'in_review') and scheduled_at >= ${from} and scheduled_at < ${to} and ${others}
      union select planned_at from posts
      where user_id = ${userId} and status = 'draft' and planned_at >= ${from} and planned_at < ${to} and ${others}) taken`)
  return new Set(rows.map(({ minute }) => Number(minute)))
}

/** Sorts by weekday and time and removes duplicates. */
function sortedSlots(slots: readonly Slot[]): Slot[] {
  const byKey = new Map(slots.map((slot) => [`${slot.weekday} ${slot.time} ${slot.platform ?? ''}`, slot]))
  return [...byKey].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, slot]) => slot)
}
