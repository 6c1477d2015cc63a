import sql, { computed, isTrue } from '../db/sql.ts'
import type { Queryable } from '../db/database.ts'

export const HEARTBEAT_EVERY_MS = 5_000
/** A worker without a heartbeat for this long is dead, frozen or unsure of the time. */
export const SILENT_AFTER_MS = 30_000

const silentSince = sql`clock_timestamp() - ${SILENT_AFTER_MS} * interval '1 millisecond'`

/** @param makesCopies whether this worker can convert videos */
export async function recordHeartbeat(on: Queryable, worker: string, makesCopies = false): Promise<void> {
  await on.query(sql`
    insert into workers (name, worked_at, makes_copies) values (${worker}, clock_timestamp(), ${makesCopies})
    on conflict (name) do update set worked_at = excluded.worked_at`)
}

/** Whether a running worker can convert videos. */
export async function makesVideoCopies(on: Queryable): Promise<boolean> {
  const [row] = await on.query(sql`
    select ${isTrue('isMade', sql`exists (select from workers where makes_copies and worked_at > ${silentSince})`)}`)
  return row?.isMade ?? false
}

export async function removeHeartbeat(on: Queryable, worker: string): Promise<void> {
  await on.query(sql`delete from workers where name = ${worker} or worked_at < clock_timestamp() - interval '1 day'`)
}

export async function queueState(on: Queryable, now: Date): Promise<{ isServed: boolean; dueSince: Date | null }> {
  const [row] = await on.query(sql`
    select ${isTrue('isServed', sql`exists (select from workers where worked_at > ${silentSince})`)},
      ${computed('dueSince', 'timestamptz', sql`select min(next_step_at) from posts where next_step_at <= ${now}`)}`)
  if (!row) throw new Error('The state of the queue was not returned')
  return row
}
