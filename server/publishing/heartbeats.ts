import sql, { computed, isTrue } from '../db/sql.ts'
import type { Queryable } from '../db/database.ts'

/** How often a worker says that it works; it goes round at least so often. */
export const BEAT_EVERY_MS = 5_000
/** Who has not said so for this long is dead, frozen, or does not know what time it is. */
export const SILENT_MS = 30_000

/** Says that a worker has just looked for due posts. */
export async function beat(on: Queryable, worker: string): Promise<void> {
  await on.query(sql`
    insert into workers (name, worked_at) values (${worker}, clock_timestamp())
    on conflict (name) do update set worked_at = excluded.worked_at`)
}

/** Forgets a worker that stops, and those that are long gone. */
export async function endBeating(on: Queryable, worker: string): Promise<void> {
  await on.query(sql`delete from workers where name = ${worker} or worked_at < clock_timestamp() - interval '1 day'`)
}

/** Whether anybody works, and since when the post has been due that waits longest to be taken up. */
export async function stateOfQueue(on: Queryable, now: Date): Promise<{ isServed: boolean; dueSince: Date | null }> {
  const silent = sql`clock_timestamp() - ${SILENT_MS} * interval '1 millisecond'`
  const [row] = await on.query(sql`
    select ${isTrue('isServed', sql`exists (select from workers where worked_at > ${silent})`)},
      ${computed('dueSince', 'timestamptz', sql`select min(next_step_at) from posts where next_step_at <= ${now}`)}`)
  if (!row) throw new Error('The state of the queue was not returned')
  return row
}
