import type { Queryable } from '../../db/database.ts'
import sql from '../../db/sql.ts'
import type { PostId } from './statement.ts'
import { updatePosts } from './statement.ts'

/** Records that other posts repeat this one. */
export async function beginRecurrence(
  tx: Queryable,
  { id }: PostId,
  { recurrenceId, date }: { recurrenceId: string; date: string },
  now: Date,
): Promise<void> {
  await updatePosts(tx, sql`recurrence_id = ${recurrenceId}, occurrence_on = ${date}`, sql`id = ${id}`, now)
}
